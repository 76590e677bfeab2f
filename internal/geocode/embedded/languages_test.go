package embedded

import (
	"fmt"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

// language is an invented town where a language is spoken, and what people there write. A query names the
// street by its place in the list: number 12 of it, the street itself where the query has no 12.
type language struct {
	tag, country   string
	lon, lat       float64
	town, postcode string
	streets        [3]string
	queries        [3][]string
	crossings      []string // of the first two streets
	areas          []string // forms of the town's name
}

var languages = []language{
	{
		"en", "GB", -1, 52, "Saint Orlop", "QX4 6TD",
		[3]string{"Saint Wilfrid Street", "North Quarry Road", "Fourth Avenue"},
		[3][]string{
			{"12 St Wilfrid St, Saint Orlop", "12 saint wilfrid street qx46td", "St. Wilfrid Street 12", "Flat 3, 12 St Wilfrid St", "12 St Wilfird Street"},
			{"12 N Quarry Rd", "12 NORTH QUARRY RD, ST ORLOP", "no. 12 North Quary Road", "N. Quarry Rd"},
			{"12 4th Ave", "12 4th Avenue, St. Orlop, UK", "12 Fourth Av, Apt 4B"},
		},
		[]string{"St Wilfrid St & N Quarry Rd", "corner of North Quarry Road and Saint Wilfrid Street"},
		[]string{"St Orlop", "saint orlop", "Saint Orlop, United Kingdom", "near Saint Orlop", "city of St Orlop"},
	},
	{
		"de", "DE", 10, 50, "Großlinden", "09990",
		[3]string{"Moosbacher Straße", "Bürgermeister-Krähe-Weg", "Sankt-Ottilien-Platz"},
		[3][]string{
			{"Moosbacherstr. 12, Großlinden", "Moosbacher Strasse 12", "moosbacherstrasse 12, 09990 grosslinden", "Moosbacher Str. 12, 2. OG", "Moosbaher Straße 12"},
			{"Bürgermeister Krähe Weg 12", "Buergermeister-Kraehe-Weg 12", "Bgm.-Krähe-Weg 12, Grosslinden", "Burgermeister Krahe Weg Nr. 12"},
			{"St.-Ottilien-Pl. 12", "Sankt Ottilien Platz 12, D-09990 Großlinden", "St Ottilienplatz"},
		},
		[]string{"Moosbacher Straße Ecke Bürgermeister-Krähe-Weg", "Moosbacher Str./Bürgermeister-Krähe-Weg", "Kreuzung Moosbacher Straße und Bürgermeister-Krähe-Weg"},
		[]string{"Grosslinden", "GROSSLINDEN", "Großlinden, Deutschland", "in Großlinden", "Gemeinde Großlinden"},
	},
	{
		"fr", "FR", 2, 47, "Saint-Orléon", "99120",
		[3]string{"Rue du Général Hérault", "Avenue de l'Étang", "Boulevard Saint-Michel"},
		[3][]string{
			{"12 rue du gal herault", "12, rue du Général-Hérault, 99120 Saint-Orléon", "12 R. du Général Hérault", "12 rue du general heraut"},
			{"12 av de l'etang", "12 avenue de l’Étang, appt 3", "12 Ave de l'Étang 99120 St Orleon"},
			{"12 bd St Michel", "12 BOULEVARD SAINT MICHEL", "bvd st-michel 12, St-Orléon"},
		},
		[]string{"angle Rue du Général Hérault et Avenue de l'Étang", "rue du général hérault / av. de l'étang"},
		[]string{"St Orléon", "saint orleon", "Saint-Orléon, France", "à Saint-Orléon"},
	},
	{
		"es", "ES", -4, 40, "Villarroya del Pinar", "99045",
		[3]string{"Calle de San Blas", "Avenida de la Constitución", "Plaza Mayor"},
		[3][]string{
			{"C/ San Blas 12, Villarroya del Pinar", "Calle de San Blas, 12, 2º B", "calle san blas 12 99045", "Calle de San Blaas 12"},
			{"Avda. de la Constitución 12", "Av de la Constitucion nº 12", "avenida constitucion 12, villarroya del pinar"},
			{"Pza. Mayor 12", "Plaza Mayor, 12, España", "pl mayor 12"},
		},
		[]string{"esquina de Calle de San Blas con Avenida de la Constitución", "Calle de San Blas y Avenida de la Constitución"},
		[]string{"Villarroya del Pinar", "villaroya del pinar", "Villarroya del Pinar, España", "en Villarroya del Pinar"},
	},
	{
		"it", "IT", 12.3, 43, "Santa Lucilla", "99018",
		[3]string{"Via Giuseppe Fabbri", "Corso Vittorio Veneto", "Piazza San Remigio"},
		[3][]string{
			{"V. Giuseppe Fabbri 12", "via giuseppe fabbri, 12, santa lucilla", "Via Giusepe Fabbri 12 interno 4"},
			{"C.so Vittorio Veneto 12", "Corso Vittorio Veneto n. 12", "cso vittorio veneto 12"},
			{"P.za San Remigio 12", "Piazza S. Remigio 12, 99018 S. Lucilla", "pzza san remigio 12, Italia"},
		},
		[]string{"angolo Via Giuseppe Fabbri e Corso Vittorio Veneto", "Via Giuseppe Fabbri & Corso Vittorio Veneto"},
		[]string{"S. Lucilla", "santa lucila", "Santa Lucilla, Italia", "vicino a Santa Lucilla"},
	},
	{
		"nl", "NL", 5.5, 52.2, "Oosterwaal", "9998 ZX",
		[3]string{"Burgemeester Vosstraat", "Korte Nieuwstraat", "Molenplein"},
		[3][]string{
			{"Burg. Vosstraat 12", "burgemeester vosstr. 12, oosterwaal", "Burgemeester Vos straat 12"},
			{"Korte Nieuwstr 12", "Korte Nieuwstraat 12, 9998ZX Oosterwaal", "korte nieustraat 12"},
			{"Molenplein 12 bus 3", "MOLENPLEIN 12, NEDERLAND", "Molen plein 12"},
		},
		[]string{"hoek Burgemeester Vosstraat en Korte Nieuwstraat", "Burgemeester Vosstraat/Korte Nieuwstraat"},
		[]string{"oosterwaal", "Oosterwal", "Oosterwaal, Nederland", "gemeente Oosterwaal"},
	},
	{
		"pl", "PL", 19, 52, "Brzozowiec Górny", "99-417",
		[3]string{"Świętego Bronimira", "Aleja Żołnierzy", "Plac Łąkowy"},
		[3][]string{
			{"ul. św. Bronimira 12", "sw. Bronimira 12, Brzozowiec Gorny", "Świętego Bronimira 12/4", "ulica Świętego Bronimira 12"},
			{"al. Żołnierzy 12", "Aleja Zolnierzy 12, 99-417 Brzozowiec Górny", "al. Zolnierzy 12 m. 3"},
			{"pl. Łąkowy 12", "plac lakowy 12", "Pl. Lakowy 12, Polska"},
		},
		[]string{"róg Świętego Bronimira i Aleja Żołnierzy", "św. Bronimira / al. Żołnierzy"},
		[]string{"Brzozowiec Gorny", "brzozowiec górny", "Brzozowiec Górny, Polska", "w Brzozowiec Górny"},
	},
	{
		"pt", "PT", -8, 40, "São Brissos", "9998-417",
		[3]string{"Rua Doutor João Mós", "Avenida da Conceição", "Travessa de Santo António"},
		[3][]string{
			{"R. Dr. João Mós 12", "rua dr joao mos 12, sao brissos", "Rua Doutor João Mós, n.º 12"},
			{"Av. da Conceição 12", "avenida da conceicao 12", "Av da Conceicao 12, 9998-417 São Brissos"},
			{"Trav. de Santo António 12", "travessa santo antonio 12", "Tv. de Sto António 12, Portugal"},
		},
		[]string{"Rua Doutor João Mós com Avenida da Conceição", "Rua Doutor João Mós e Avenida da Conceição"},
		[]string{"Sao Brissos", "S. Brissos", "São Brissos, Portugal", "em São Brissos"},
	},
	{
		"da", "DK", 9.5, 56, "Vesterå", "9998",
		[3]string{"Nørre Ågade", "H.C. Lumbyes Vej", "Sankt Knuds Torv"},
		[3][]string{
			{"Nr. Ågade 12, Vesterå", "noerre aagade 12", "Norre Agade 12, 2. tv.", "Nørre Å gade 12", "nørre ågde 12"},
			{"HC Lumbyes Vej 12", "H. C. Lumbyesvej 12", "h c lumbyes vej 12, 9998 vesteraa"},
			{"Skt. Knuds Torv 12", "Sct. Knuds Torv 12", "sankt knuds torv 12, Danmark"},
		},
		[]string{"hjørnet af Nørre Ågade og H.C. Lumbyes Vej", "Nørre Ågade/H.C. Lumbyes Vej"},
		[]string{"Vesteraa", "vestera", "Vesterå, Danmark", "i Vesterå"},
	},
	{
		"sv", "SE", 15, 60, "Norrsjö", "998 41",
		[3]string{"Kungsängsvägen", "Östra Åsgatan", "S:t Larsgatan"},
		[3][]string{
			{"Kungsängsv. 12", "Kungsangsvagen 12, Norrsjo", "kungsängsvägen 12, 998 41 norrsjö", "Kungsängs vägen 12 lgh 1102"},
			{"Ö Åsgatan 12", "Ostra Asgatan 12", "ö. åsgatan 12, 998 41 norrsjö"},
			{"Sankt Larsgatan 12", "St Larsgatan 12", "S:t Larsgatan 12, Sverige"},
		},
		[]string{"Kungsängsvägen och Östra Åsgatan", "hörnet Kungsängsvägen / Östra Åsgatan"},
		[]string{"Norrsjo", "norrsjoe", "Norrsjö, Sverige", "nära Norrsjö"},
	},
	{
		"no", "NO", 9, 61, "Øvre Fjellvik", "9998",
		[3]string{"Kirkegårdsveien", "Sjøgata", "Olav Tryggvasons gate"},
		[3][]string{
			{"Kirkegårdsv. 12", "Kirkegardsveien 12, Ovre Fjellvik", "kirkegaardsveien 12", "Kirkegårds veien 12"},
			{"Sjøgt. 12", "sjoegata 12, 9998 øvre fjellvik", "Sjogata 12"},
			{"Olav Tryggvasons gt 12", "olav tryggvasonsgate 12", "Olav Trygvasons gate 12, Norge"},
		},
		[]string{"Kirkegårdsveien og Sjøgata", "hjørnet av Kirkegårdsveien og Sjøgata"},
		[]string{"Ovre Fjellvik", "oevre fjellvik", "Øvre Fjellvik, Norge", "ved Øvre Fjellvik"},
	},
	{
		"fi", "FI", 25, 62, "Hämeenvuori", "99980",
		[3]string{"Mäkelänkatu", "Itäinen Rantatie", "Läntinen Pitkäkuja"},
		[3][]string{
			{"Mäkelänk. 12", "Makelankatu 12 A 3, Hameenvuori", "Mäkelän katu 12 as 5", "mäkelänkatu 12, 99980 hämeenvuori"},
			{"Itäinen Rantatie 12 bst 4", "it. rantatie 12", "Itainen rantatie 12"},
			{"Läntinen Pitkäkuja 12", "lant. pitkakuja 12", "Läntinen Pitkäkuja 12, Suomi"},
		},
		[]string{"Mäkelänkatu ja Itäinen Rantatie", "Mäkelänkatu / Itäinen Rantatie", "Mäkelänkatu - Itäinen Rantatie risteys"},
		[]string{"Hameenvuori", "haemeenvuori", "Hämeenvuori, Suomi", "lähellä Hämeenvuori"},
	},
	{
		"cs", "CZ", 15.5, 49.5, "Dolní Třešňov", "999 84",
		[3]string{"Náměstí Svobody", "Třída Odboje", "Křížová"},
		[3][]string{
			{"nám. Svobody 12", "namesti svobody 12, dolni tresnov", "Náměstí Svobody č. 12"},
			{"tř. Odboje 12", "Trida Odboje 12, 999 84 Dolní Třešňov", "tr odboje 12"},
			{"Křížová 12", "ul. Krizova 12", "Krizova 12, Česko"},
		},
		[]string{"Náměstí Svobody a Třída Odboje", "roh Náměstí Svobody a Třída Odboje"},
		[]string{"Dolni Tresnov", "dolní třešňov", "Dolní Třešňov, Česko", "u Dolní Třešňov"},
	},
}

// village makes the town of a language: its streets, with number 12 on each, cross one another.
func (l *language) village() *osmtest.Map {
	m := new(osmtest.Map).Grid(100, 6, 6, l.lon, l.lat, 0.002)
	m.Node(1, l.lon+0.005, l.lat+0.005, "place=town", "name="+l.town, "population=9000")
	for i, name := range l.streets {
		row, column := int64(i+1), int64(i+1)
		// Each goes along a row and down a column, so that any two meet in one place.
		nodes := []int64{100 + row*6, 100 + row*6 + 1, 100 + row*6 + 2, 100 + row*6 + 3, 100 + row*6 + 4}
		if i == 1 {
			nodes = []int64{100 + column, 100 + 6 + column, 100 + 12 + column, 100 + 18 + column}
		}
		m.Way(int64(10+i), nodes, "highway=residential", "name="+name)
		lon, lat := l.lon+0.009, l.lat+0.002*float64(row)+0.0001
		if i == 1 {
			lon, lat = l.lon+0.0041, l.lat+0.0071
		}
		m.Node(int64(20+i), lon, lat, "addr:housenumber=12", "addr:street="+name, "addr:city="+l.town, "addr:postcode="+l.postcode, "addr:country="+l.country)
	}
	return m
}

// What people write in each language is found, and surely.
func TestLanguages(t *testing.T) {
	for i := range languages {
		l := &languages[i]
		t.Run(l.tag, func(t *testing.T) {
			g := openMap(t, l.village())
			check := func(text, id string, typ geocode.PlaceType, least float64) {
				t.Helper()
				r := search(t, g, geocode.Query{Text: text})
				if len(r.Places) == 0 {
					t.Errorf("%q: nothing found", text)
				} else if p := r.Places[0]; p.ID != id || p.Type != typ || p.Confidence < least {
					t.Errorf("%q: got %s, %s, %s, %.2f, want %s", text, p.ID, p.Type, p.Label, p.Confidence, id)
				}
			}
			for i, list := range l.queries {
				for _, text := range list {
					if strings.Contains(text, "12") {
						check(text, fmt.Sprintf("osm:node/%d", 20+i), geocode.Address, 0.8)
					} else {
						check(text, fmt.Sprintf("osm:way/%d", 10+i), geocode.Street, 0.8)
					}
				}
			}
			for _, text := range l.crossings {
				check(text, "xing:way/10/way/11", geocode.Intersection, 0.85)
			}
			for _, text := range l.areas {
				check(text, "osm:node/1", geocode.Locality, 0.7)
			}
			check(l.postcode, "addr:postcode/node/20", geocode.Postcode, 0.9)
			check(strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(l.postcode)), "addr:postcode/node/20", geocode.Postcode, 0.9)
		})
	}
}
