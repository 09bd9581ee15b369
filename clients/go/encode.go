package analytics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
	"unicode/utf8"
)

// What the service takes. A message that it would not take must not be queued, because it could
// take a whole batch down with it.
const (
	maxMessageBytes     = 32768 // from { to }, sentAt included
	maxMessageLevels    = 62    // 64 in a body, two of which are the batch around the message
	maxMessageIdLetters = 100
)

// encoder is a JSON encoder that is used again and again.
type encoder struct {
	buffer bytes.Buffer
	json   *json.Encoder
}

var encoders = sync.Pool{New: func() interface{} {
	e := new(encoder)
	e.json = json.NewEncoder(&e.buffer)
	// The service keeps <, > and & as they are; escaping them only makes messages longer.
	e.json.SetEscapeHTML(false)
	return e
}}

// encode writes the message and checks its bounds. The result is a copy of everything that the
// caller gave: changing maps afterwards has no effect on it.
func encode(w *wire, stamped bool) (call, error) {
	if utf8.RuneCountInString(w.MessageId) > maxMessageIdLetters {
		return call{}, errLongMessageId
	}
	e := encoders.Get().(*encoder)
	if err := encodeJSON(e.json, w); err != nil {
		return call{}, fmt.Errorf("analytics: cannot encode the message: %w", err)
	}
	defer e.release()
	text := bytes.TrimSuffix(e.buffer.Bytes(), []byte("\n"))
	c := call{kind: w.Type, id: w.MessageId, json: text, stamped: stamped}
	if c.size() > maxMessageBytes {
		return call{}, fmt.Errorf("%w: %d bytes, %d allowed", ErrTooLarge, c.size(), maxMessageBytes)
	}
	if deeperThan(text, maxMessageLevels) {
		return call{}, ErrTooDeep
	}
	c.json = append(make([]byte, 0, len(text)), text...)
	return c, nil
}

// encodeJSON encodes a value. A panic in a MarshalJSON or MarshalText of the program's own is an
// error: analytics must not end the program.
func encodeJSON(encoder *json.Encoder, value interface{}) (err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v", problem)
		}
	}()
	return encoder.Encode(value)
}

func (e *encoder) release() {
	if e.buffer.Cap() > 2*maxMessageBytes {
		return // one giant message must not stay in memory for good
	}
	e.buffer.Reset()
	encoders.Put(e)
}

// deeperThan tells whether a JSON text has more levels of objects and arrays than that.
func deeperThan(text []byte, levels int) bool {
	// Too few brackets, inside strings or out, are the common case and quickly counted.
	if bytes.Count(text, []byte("{"))+bytes.Count(text, []byte("[")) <= levels {
		return false
	}
	level, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case inString && b == '\\':
			i++
		case b == '"':
			inString = !inString
		case inString:
		case b == '{' || b == '[':
			level++
			if level > levels {
				return true
			}
		case b == '}' || b == ']':
			level--
		}
	}
	return false
}
