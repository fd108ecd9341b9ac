print("aqkit")
