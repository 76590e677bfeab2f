package osmtest

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"testing"

	"github.com/paulmach/osm"
)

// WriteXML writes objects to an XML file in the given order.
func WriteXML(tb testing.TB, path string, objects ...osm.Object) {
	tb.Helper()
	if err := os.WriteFile(path, EncodeXML(objects...), 0o644); err != nil {
		tb.Fatalf("osmtest: %v", err)
	}
}

// EncodeXML returns the objects as an XML document.
func EncodeXML(objects ...osm.Object) []byte {
	var b bytes.Buffer
	b.WriteString("<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\" generator=\"osmtest\">\n")
	for _, o := range objects {
		switch o := o.(type) {
		case *osm.Node:
			fmt.Fprintf(&b, "  <node id=\"%d\" version=\"%d\" visible=\"%t\" lat=\"%.7f\" lon=\"%.7f\">\n", o.ID, o.Version, o.Visible, o.Lat, o.Lon)
			writeTags(&b, o.Tags)
			b.WriteString("  </node>\n")
		case *osm.Way:
			fmt.Fprintf(&b, "  <way id=\"%d\" version=\"%d\" visible=\"%t\">\n", o.ID, o.Version, o.Visible)
			for _, n := range o.Nodes {
				fmt.Fprintf(&b, "    <nd ref=\"%d\"/>\n", n.ID)
			}
			writeTags(&b, o.Tags)
			b.WriteString("  </way>\n")
		case *osm.Relation:
			fmt.Fprintf(&b, "  <relation id=\"%d\" version=\"%d\" visible=\"%t\">\n", o.ID, o.Version, o.Visible)
			for _, m := range o.Members {
				fmt.Fprintf(&b, "    <member type=\"%s\" ref=\"%d\" role=\"%s\"/>\n", m.Type, m.Ref, escape(m.Role))
			}
			writeTags(&b, o.Tags)
			b.WriteString("  </relation>\n")
		}
	}
	b.WriteString("</osm>\n")
	return b.Bytes()
}

func writeTags(b *bytes.Buffer, tags osm.Tags) {
	for _, t := range tags {
		fmt.Fprintf(b, "    <tag k=\"%s\" v=\"%s\"/>\n", escape(t.Key), escape(t.Value))
	}
}

func escape(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}
