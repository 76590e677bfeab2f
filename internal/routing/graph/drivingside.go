package graph

import "github.com/footstepd/footstepd/internal/geo"

// keepsLeft tells whether traffic keeps left at a place. The outlines are coarse: drawn through the
// sea where there is sea, within some tens of kilometres of the border on land. The rule itself is
// national law, unchanged since Samoa's switch of 2009.
func keepsLeft(p geo.Fixed) bool {
	lon, lat := int32(p.Lon/(geo.Scale/100)), int32(p.Lat/(geo.Scale/100)) // hundredths of a degree
	for i := range leftHand {
		if leftHand[i].holds(lon, lat) {
			return true
		}
	}
	return false
}

// An outline is a ring of longitudes and latitudes in hundredths of a degree; the last corner is
// joined to the first.
type outline struct {
	name  string
	ring  []int32
	bound [4]int32
}

func newOutline(name string, ring ...int32) outline {
	o := outline{name, ring, [4]int32{ring[0], ring[1], ring[0], ring[1]}}
	for i := 0; i < len(ring); i += 2 {
		o.bound[0], o.bound[2] = min(o.bound[0], ring[i]), max(o.bound[2], ring[i])
		o.bound[1], o.bound[3] = min(o.bound[1], ring[i+1]), max(o.bound[3], ring[i+1])
	}
	return o
}

// box is an outline along meridians and parallels.
func box(name string, west, south, east, north int32) outline {
	return newOutline(name, west, south, east, south, east, north, west, north)
}

// holds tells whether a position lies in the outline: a ray to the east crosses it an odd number of times.
func (o *outline) holds(lon, lat int32) bool {
	if lon < o.bound[0] || lon > o.bound[2] || lat < o.bound[1] || lat > o.bound[3] {
		return false
	}
	inside := false
	n := len(o.ring)
	for i := 0; i < n; i += 2 {
		x1, y1 := int64(o.ring[i]), int64(o.ring[i+1])
		x2, y2 := int64(o.ring[(i+2)%n]), int64(o.ring[(i+3)%n])
		if (y1 > int64(lat)) == (y2 > int64(lat)) {
			continue
		}
		// lon < x1 + (lat-y1)·(x2-x1)/(y2-y1), without dividing
		left := (int64(lon) - x1) * (y2 - y1)
		right := (int64(lat) - y1) * (x2 - x1)
		if (y2 > y1 && left < right) || (y2 < y1 && left > right) {
			inside = !inside
		}
	}
	return inside
}

var leftHand = []outline{
	newOutline("Great Britain and Ireland", -1150, 6030, -400, 6030, -300, 6110, 300, 6110, 300, 5250, 205, 5130, 148, 5095, 30, 5030, -150, 5020, -240, 5000, -700, 4960, -1150, 5100),
	box("Channel Islands", -275, 4910, -197, 4975),
	box("Malta", 1400, 3570, 1470, 3620),
	box("Cyprus", 3210, 3440, 3470, 3580),

	newOutline("Pakistan and India", 6000, 2330, 6160, 2510, 6180, 2600, 6320, 2720, 6280, 2830, 6080, 2985,
		6630, 2990, 6650, 3110, 6930, 3150, 7000, 3330, 7130, 3430, 7130, 3620, 7460, 3720, 7600, 3600, 7780, 3550,
		8030, 3520, 7870, 3150, 8110, 3020, 8210, 3030, 8570, 2830, 8810, 2790, 8890, 2810, 9170, 2780, 9160, 2800,
		9420, 2900, 9600, 2950, 9740, 2810, 9700, 2720, 9520, 2660, 9440, 2500, 9400, 2380, 9320, 2400, 9290, 2200,
		9260, 2190, 9220, 2080, 9180, 2060, 9000, 1500, 9450, 1400, 9450, 600, 8000, 500, 7200, -100, 7200, 800, 6500, 2200),
	newOutline("Thailand and Malaysia", 9790, 750, 9860, 1000, 9920, 1170, 9890, 1290, 9910, 1400, 9830, 1510, 9860, 1620, 9750, 1830,
		9790, 1970, 9900, 2010, 9995, 2040, 10040, 1970, 10120, 1950, 10100, 1850, 10105, 1770, 10200, 1800, 10270, 1790, 10340, 1830,
		10470, 1740, 10480, 1650, 10550, 1570, 10545, 1440, 10300, 1420, 10260, 1360, 10270, 1220, 10280, 1150, 10250, 1100,
		10200, 800, 10470, 500, 10500, 100, 10400, 90, 9500, -400, 9500, 600),
	newOutline("Indonesia, Borneo and New Guinea", 9500, 650, 10000, 100, 10450, 110, 10500, 500, 10950, 500, 11500, 650, 11690, 770, 11900, 550,
		11920, 440, 12500, 440, 12760, 460, 13200, 300, 14200, 0, 15500, 200, 16100, -400, 17100, -1000, 16900, -1270, 16200, -1250,
		15400, -1200, 14600, -1050, 14000, -1010, 12800, -950, 12200, -1100, 11500, -950, 10500, -900, 10000, -500, 9500, 200),
	newOutline("Japan", 12200, 2380, 12650, 2850, 12860, 3300, 12910, 3470, 13100, 3600, 13500, 3800, 13900, 4200, 14080, 4580, 14200, 4560, 14550, 4420, 14620, 4340,
		14600, 4200, 14300, 3500, 14300, 2400, 13000, 2300),
	box("Hong Kong", 11384, 2215, 11445, 2253),
	box("Macau", 11352, 2210, 11360, 2221),
	newOutline("Australia", 11200, -1050, 12500, -1150, 12950, -1050, 13300, -1050, 14200, -1020, 14450, -1000, 16000, -1300, 16000, -4500, 11200, -4500),
	box("New Zealand", 16500, -5300, 18000, -3300),
	box("Chatham and Kermadec Islands", -18000, -4500, -17500, -2900),
	box("Fiji and Tuvalu", 17600, -2200, 18000, -500),
	box("Fiji and Tonga", -18000, -2300, -17350, -1500),
	box("Samoa and Tokelau", -17300, -1420, -17130, -830),
	box("Niue", -17000, -1930, -16950, -1880),
	box("Cook Islands", -16650, -2250, -15700, -860),
	box("Pitcairn", -13100, -2550, -12450, -2360),
	box("Nauru and Kiribati", 16650, -350, 17700, 400),
	box("Christmas and Cocos Islands", 9650, -1250, 10600, -1000),
	box("Maldives", 7200, -100, 7400, 760),
	box("Norfolk Island", 16760, -2930, 16820, -2890),

	newOutline("East and southern Africa", 4190, -170, 4100, -90, 4095, 320, 4200, 400, 3950, 340, 3810, 360, 3600, 445, 3500, 550, 3410, 450, 3350, 380,
		3090, 350, 3130, 220, 2970, 70, 2960, -135, 3050, -105, 3088, -210, 3050, -240, 3085, -300, 3050, -355, 3005, -430, 2945, -448, 2960, -620, 3080, -830, 2890, -850, 2840, -920,
		2870, -1050, 2840, -1190, 2940, -1220, 2980, -1340, 2840, -1250, 2730, -1200, 2580, -1180, 2530, -1120, 2400, -1090, 2390, -1300,
		2200, -1300, 2200, -1620, 2340, -1760, 2100, -1790, 1850, -1740, 1420, -1740, 1180, -1720, 1100, -1800, 1500, -3500, 2000, -3700, 3500, -3500,
		3700, -2500, 4200, -1600, 4140, -1000),
	box("Mauritius and Rodrigues", 5700, -2060, 6400, -1000),
	box("Seychelles", 4600, -1050, 5650, -350),
	newOutline("Saint Helena, Ascension, Tristan da Cunha", -1500, -700, -500, -700, -500, -4100, -1500, -4100),

	newOutline("Guyana and Suriname", -6000, 850, -5400, 620, -5395, 560, -5440, 480, -5400, 350, -5450, 230, -5600, 180, -5690, 190, -5880, 120, -5970, 180, -5990, 260,
		-5960, 380, -6010, 460, -6000, 510, -6070, 520, -6130, 600, -6110, 670, -6030, 700, -6050, 780),
	box("Trinidad and Tobago", -6195, 1000, -6040, 1140),
	box("Grenada, Saint Vincent, Barbados", -6195, 1190, -5930, 1340),
	box("Saint Lucia", -6115, 1365, -6080, 1415),
	box("Dominica", -6155, 1515, -6120, 1570),
	box("Montserrat, Antigua and Barbuda", -6235, 1660, -6160, 1780),
	box("Saint Kitts and Nevis", -6290, 1705, -6250, 1745),
	box("Anguilla", -6350, 1814, -6290, 1865),
	box("Virgin Islands", -6510, 1765, -6425, 1880),
	box("Jamaica", -7850, 1750, -7600, 1860),
	box("Cayman Islands", -8150, 1920, -7960, 1980),
	newOutline("Bahamas, Turks and Caicos", -7930, 2560, -7930, 2740, -7700, 2740, -7400, 2500, -7100, 2200, -7090, 2100, -7350, 2080, -7450, 2200, -7880, 2370),
	box("Bermuda", -6500, 3220, -6460, 3245),
	box("Falkland Islands and South Georgia", -6200, -5500, -3500, -5050),
}
