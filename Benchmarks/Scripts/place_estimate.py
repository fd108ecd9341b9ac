"""The prototype of AQKit's estimate of the air at a place, in numpy: prints the best processor time of one place from 20
stations and a model, in seconds.

Ends with 3 where numpy isn't installed.
"""
import math
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(3)

CONST = {
    "no2":  dict(f="log",  c=5.0, vr=0.10,  L=40.0,  vm=0.075, ve=0.0056, mt=0.35,  vt=0.055, vb=0.20, B=0.2),
    "o3":   dict(f="sqrt", c=5.0, vr=1.45,  L=50.0,  vm=0.25,  ve=0.08,   mt=-0.80, vt=0.125, vb=2.50, B=0.5),
    "pm10": dict(f="log",  c=2.0, vr=0.20,  L=135.0, vm=0.020, ve=0.0156, mt=0.12,  vt=0.03,  vb=0.10, B=0.35),
    "pm25": dict(f="log",  c=3.0, vr=0.095, L=130.0, vm=0.021, ve=0.0156, mt=0.12,  vt=0.024, vb=0.15, B=0.35),
}
MICRO = 0.5        # km
MOST = 20          # stations
REACH = 150.0      # km
NU0 = 8.0          # prior degrees of freedom of the scale
OUTLIER = 3.5      # robust standard deviations
VAGUE = 1e4        # vb without a model
# what is left of the residual after h hours: NOW of the last one, DAY of that of the same hour a day before
DECAY_HOURS, KEPT, DAILY = 4.5, 0.25, 0.50
WITHOUT_DAY = 0.57   # where the day before is not known, its weight goes to the last residual by this part
LOWCOST = {"corrected": (0.0, 0.11), "raw": (0.34, 0.30)}  # offset in log, variance; for PM


HOLD = {"no2": 0.030, "o3": 0.40, "pm10": 0.015, "pm25": 0.010}  # growth of the variance of z by the hour, without a model


def f(y, p):
    y = np.maximum(y, 0.0) + CONST[p]["c"]
    return np.log(y) if CONST[p]["f"] == "log" else np.sqrt(y)


def finv(z, p):
    y = np.exp(z) if CONST[p]["f"] == "log" else np.maximum(z, 0.0) ** 2
    return np.maximum(y - CONST[p]["c"], 0.0)


def cov(d, k):
    return k["vr"] * np.exp(-d / k["L"]) + k["vm"] * np.exp(-d / MICRO)


def t_quantile(prob, nu):
    """Student's t by the expansion of Hill (Abramowitz & Stegun 26.7.5), good to 0.002 for nu >= 8."""
    z = {0.9: 1.2815515655446004, 0.95: 1.6448536269514722, 0.975: 1.959963984540054}[prob]
    return (z + (z**3 + z) / (4 * nu) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * nu**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * nu**3))


def km(lat1, lon1, lat2, lon2):
    a, b = np.radians(lat1), np.radians(lat2)
    s = np.sin((b - a) / 2) ** 2 + np.cos(a) * np.cos(b) * np.sin(np.radians(lon2 - lon1) / 2) ** 2
    return 2 * 6371.0088 * np.arcsin(np.sqrt(np.minimum(1.0, s)))


def lead_weights(hours):
    """Weights of the residual now and of the same hour on the last day, and the part of the prior variance."""
    if hours <= 0:
        return 1.0, 0.0, 0.0
    days = (hours - 1) // 24
    e = math.exp(-hours / DECAY_HOURS)
    w1, w2 = KEPT + (1 - KEPT) * e, DAILY * (1 - e)
    fade = 0.93**days
    w1, w2 = w1 * fade, w2 * fade
    return w1, w2, 1 - (w1 + w2) ** 2


def estimate(p, place, stations, model_at_place=None, roadside=False, hours_ahead=0, model_then=None, day_before=None, prob=0.8):
    """place: (lat, lon).  stations: dicts with lat, lon, value; optional model (at the station), setting ('traffic',
    'industrial'), quality ('reference', 'corrected', 'raw').  hours_ahead > 0: the stations' values are that old;
    model_then is the model's value at the place for the hour that is estimated, model_at_place that for the hour of the
    values, day_before the model_bias of this estimate for the same hour of the last day that has values.
    Returns None where it must refuse."""
    k = CONST[p]
    near = []
    for i, s in enumerate(stations):
        if not math.isfinite(s["value"]) or s["value"] < 0:
            continue
        d = float(km(place[0], place[1], s["lat"], s["lon"]))
        if d <= REACH:
            near.append((d, i))
    near = [i for _, i in sorted(near)[:MOST]]          # ties: by order in the list
    has_model = model_at_place is not None
    if not near and not has_model:
        return None
    lat = np.array([stations[i]["lat"] for i in near]); lon = np.array([stations[i]["lon"] for i in near])
    d0 = np.array([km(place[0], place[1], a, o) for a, o in zip(lat, lon)])
    D = km(lat[:, None], lon[:, None], lat[None], lon[None]) if near else np.zeros((0, 0))
    z = np.array([float(f(stations[i]["value"], p)) for i in near])
    nugget = np.full(len(near), k["ve"])
    shift = np.zeros(len(near))
    for n, i in enumerate(near):
        if stations[i].get("setting") == "traffic":
            shift[n] += k["mt"]; nugget[n] += k["vt"]
        elif stations[i].get("setting") == "industrial":   # no offset is known, but it stands for less
            nugget[n] += k["vt"]
        quality = stations[i].get("quality", "reference")
        if quality != "reference":
            shift[n] += LOWCOST[quality][0]; nugget[n] += LOWCOST[quality][1]
    if has_model:
        m0 = float(f(model_at_place, p))
        m = np.array([float(f(stations[i].get("model", model_at_place), p)) for i in near])
        base, vb = m0 + k["B"] * (m - m0), k["vb"]
    else:
        m0 = float(np.mean(z - shift)); base, vb = np.full(len(near), m0), VAGUE
    r = z - shift - base
    prior = vb + k["vr"] + k["vm"]
    n = len(near)
    if n:
        K = cov(D, k) + vb + np.diag(nugget)
        c = cov(d0, k) + vb
        P = np.linalg.inv(K)
        # a station that the others contradict counts less: its error variance grows until it is OUTLIER away
        loo, var = (P @ r) / np.diag(P), 1 / np.diag(P)
        spread = 1.4826 * float(np.median(np.abs(r - np.median(r))))   # of all stations, blind to a minority
        s2 = max(1.0, spread**2 / float(np.mean(var)))
        t = np.abs(loo) / np.sqrt(var * s2)
        extra = np.where(t > OUTLIER, ((t / OUTLIER) ** 2 - 1) * var * s2, 0.0)
        if n >= 4 and extra.any():
            K += np.diag(extra)
        chol = np.linalg.cholesky(K)
        a = np.linalg.solve(chol, c); b = np.linalg.solve(chol, r)
        mean, left, q = float(a @ b), prior - float(a @ a), float(b @ b)
        weights = np.linalg.solve(chol.T, a)
    else:
        mean, left, q, weights = 0.0, prior, 0.0, np.zeros(0)
    freedom = NU0 + max(0, n - (0 if has_model else 1))
    scale = (NU0 + q) / freedom
    w1, w2, g = lead_weights(hours_ahead)
    if hours_ahead > 0:
        if has_model and model_then is not None:
            m0 = float(f(model_then, p))
            mean = w1 * mean + w2 * day_before if day_before is not None else (w1 + WITHOUT_DAY * w2) * mean
            left = (1 - g) * left + g * prior
        else:
            left += HOLD[p] * hours_ahead / scale    # the last value is held: up to 3 hours, then refuse
            if hours_ahead > 3:
                return None
    variance = left * scale + k["ve"]
    zz = m0 + mean
    if roadside:
        zz += k["mt"]; variance += k["vt"]
    half = t_quantile(0.5 + prob / 2, freedom) * math.sqrt(variance)
    return dict(value=float(finv(zz, p)), low=float(finv(zz - half, p)), high=float(finv(zz + half, p)), z=zz, sd=math.sqrt(variance),
                stations=[(i, float(w), float(d)) for i, w, d in zip(near, weights, d0)],
                model_bias=mean if has_model else None, scale=scale)


numbers = np.random.default_rng(5)
stations = [
    dict(lat=50 + 0.8 * (numbers.random() - 0.5), lon=14 + 0.8 * (numbers.random() - 0.5),
         value=8 + 8 * numbers.random(), model=11 + numbers.random(), setting="traffic" if i % 4 == 0 else "")
    for i in range(20)
]
best = float("inf")
deadline = time.monotonic() + 0.5
runs = 0
while runs < 5 or time.monotonic() < deadline:
    start = time.thread_time()
    estimate("pm25", (50, 14), stations, 11.0)
    best = min(best, time.thread_time() - start)
    runs += 1
print(best)
