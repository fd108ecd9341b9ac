#if Board
  extension BoardPage {
    /// The part of the script that draws: a shape in the colour of each band, a line over it in the colour of the text,
    /// which stands out from every band, and in words what both show.
    static let charts = #"""
      /// The stretches of a chart without a gap, as pairs of indices.
      function stretches(chart) {
        const found = [];
        chart.times.forEach((time, i) => {
          if (i > 0 && time - chart.times[i - 1] <= chart.step * 1.5) found[found.length - 1][1] = i;
          else found.push([i, i]);
        });
        return found;
      }

      /// What a chart shows, in words.
      function words(line, parts) {
        const { times, values, step } = line.chart, count = values.length;
        const low = values.indexOf(Math.min(...values)), high = values.indexOf(Math.max(...values));
        const gaps = parts.length - 1;
        return `From ${moment(times[0])} to ${moment(times[count - 1] + step)}: lowest ${figures.format(values[low])} `
          + `at ${clock(times[low])}, highest ${figures.format(values[high])} at ${clock(times[high])}, `
          + `last ${figures.format(values[count - 1])}; ${gaps === 0 ? "no gaps" : gaps === 1 ? "1 gap" : gaps + " gaps"}.`;
      }

      function chartOf(line, isLarge) {
        const { chart, row } = line;
        if (!chart || chart.values.length === 0) return null;
        const room = Math.max(260, Math.min(720, root.clientWidth - 64));
        const [width, height, left, below] = isLarge ? [room, 208, 44, 20] : [160, 36, 0, 0];
        const { times, values, step } = chart;
        const start = times[0], end = times[times.length - 1] + step;
        const low = Math.min(0, ...values), high = Math.max(0, ...values) * 1.08 || 1;
        const x = (time) => (left + (width - left) * (time - start) / (end - start)).toFixed(1);
        const y = (value) => ((height - below - 2) * (1 - (value - low) / (high - low)) + 1).toFixed(1);
        const parts = stretches(chart);
        const number = ++counter, title = draw("title", { id: `t${number}` }), text = draw("desc", { id: `d${number}` });
        title.textContent = `${row.quantity}, ${row.title}`;
        text.textContent = words(line, parts);
        const svg = draw("svg", {
          class: isLarge ? "large" : "small", viewBox: `0 0 ${width} ${height}`, role: "img",
          ...(isLarge ? { width } : {}),
          preserveAspectRatio: isLarge ? "xMidYMid meet" : "none", "aria-labelledby": `t${number} d${number}` },
          title, text);
        // One shape for each band, however many values it has.
        const shapes = new Map();
        values.forEach((value, i) => {
          const shape = shapes.get(chart.bands[i]) ?? [];
          shape.push(`M${x(times[i])} ${y(low)}V${y(value)}H${x(times[i] + step)}V${y(low)}Z`);
          shapes.set(chart.bands[i], shape);
        });
        for (const [band, shape] of shapes) {
          const fill = colour(chart.palette[band]?.color);
          svg.append(draw("path", { d: shape.join(""), ...(fill ? { fill } : { class: "plain" }) }));
        }
        for (const [first, last] of parts) {
          let path = "";
          for (let i = first; i <= last; i += 1) {
            path += `${i === first ? "M" : "V"}${i === first ? `${x(times[i])} ` : ""}${y(values[i])}H${x(times[i] + step)}`;
          }
          svg.append(draw("path", { d: path, class: "line", "vector-effect": "non-scaling-stroke" }));
        }
        if (now() > start && now() < end - step) {
          svg.append(draw("line", { class: "now", x1: x(now()), x2: x(now()), y1: 0, y2: height - below }));
        }
        if (isLarge) axes(svg, { start, end, low, high, x, y, width, height, left });
        return svg;
      }

      function axes(svg, { start, end, low, high, x, y, width, height, left }) {
        svg.append(draw("line", { class: "axis", x1: left, x2: width, y1: y(low), y2: y(low) }));
        for (const value of [low, (low + high) / 2, high]) {
          const mark = draw("text", { x: left - 6, y: Math.max(11, y(value)), "text-anchor": "end", "aria-hidden": "true" });
          mark.textContent = figures.format(Math.abs(value) >= 10 ? Math.round(value) : value);
          svg.append(mark);
        }
        for (const [share, anchor] of [[0, "start"], [0.5, "middle"], [1, "end"]]) {
          const time = start + (end - start) * share;
          const mark = draw("text", { x: x(time), y: height - 4, "text-anchor": anchor, "aria-hidden": "true" });
          mark.textContent = moment(time);
          svg.append(mark);
        }
      }
      """#
  }
#endif
