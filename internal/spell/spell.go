// Package spell finds the name that a mistyped one was meant to be.
package spell

// Distance is the Levenshtein distance of two short strings, in bytes: how many have to be put in,
// taken away or changed.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// longest bounds the names that are compared: strangers may send names of any length.
const longest = 60

// Nearest returns the name that is most like a word, the first of several; "" where less than two
// thirds of it would be left.
func Nearest(word string, names []string) string {
	if len(word) > longest {
		return ""
	}
	best, least := "", len(word)/3+1
	for _, name := range names {
		if d := Distance(word, name); d < least {
			best, least = name, d
		}
	}
	return best
}
