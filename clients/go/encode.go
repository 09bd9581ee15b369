package analytics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
	"unicode/utf8"
)

// The limits of the service. A message that exceeds them must not be queued, because the service
// could refuse the whole batch.
const (
	maxMessageBytes        = 32768 // from { to }, sentAt included
	maxMessageLevels       = 62    // 64 in a body, two of which are the batch around the message
	maxMessageIdCharacters = 100
)

// encoder is a reusable JSON encoder.
type encoder struct {
	buffer bytes.Buffer
	json   *json.Encoder
}

var encoders = sync.Pool{New: func() interface{} {
	e := new(encoder)
	e.json = json.NewEncoder(&e.buffer)
	// The service stores <, > and & unescaped; escaping them only makes messages longer.
	e.json.SetEscapeHTML(false)
	return e
}}

// encode encodes the message and checks its limits. The result is a copy: later changes to the
// caller's maps have no effect.
func encode(w *wire, stamped bool) (queuedMessage, error) {
	if utf8.RuneCountInString(w.MessageId) > maxMessageIdCharacters {
		return queuedMessage{}, errLongMessageId
	}
	e := encoders.Get().(*encoder)
	if err := encodeJSON(e.json, w); err != nil {
		return queuedMessage{}, fmt.Errorf("analytics: cannot encode the message: %w", err)
	}
	defer e.release()
	text := bytes.TrimSuffix(e.buffer.Bytes(), []byte("\n"))
	m := queuedMessage{kind: w.Type, id: w.MessageId, json: text, stamped: stamped}
	if m.size() > maxMessageBytes {
		return queuedMessage{}, fmt.Errorf("%w: %d bytes, %d allowed", ErrTooLarge, m.size(), maxMessageBytes)
	}
	if deeperThan(text, maxMessageLevels) {
		return queuedMessage{}, ErrTooDeep
	}
	m.json = append(make([]byte, 0, len(text)), text...)
	return m, nil
}

// encodeJSON encodes a value. It returns a panic of the program's MarshalJSON or MarshalText as an
// error: analytics must not crash the program.
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
		return // do not keep the buffer of a giant message
	}
	e.buffer.Reset()
	encoders.Put(e)
}

// deeperThan returns whether a JSON text has more levels of objects and arrays.
func deeperThan(text []byte, levels int) bool {
	// Fast path: most messages have too few brackets, even including those in strings.
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
