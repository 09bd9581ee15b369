package analytics

import "strings"

const (
	yearDigits     = 4
	timeCharacters = "-+:., TtWwZz"
)

// The service would reject these messages; the call returns an error before anything is queued.

func (m *Identify) check() error {
	if m == nil {
		return errNoMessage
	}
	return checkIdentity(m.UserId, m.AnonymousId)
}

func (m *Track) check() error {
	switch {
	case m == nil:
		return errNoMessage
	case m.Event == "":
		return errNoEvent
	}
	return checkIdentity(m.UserId, m.AnonymousId)
}

func (m *Page) check() error {
	if m == nil {
		return errNoMessage
	}
	return checkIdentity(m.UserId, m.AnonymousId)
}

func (m *Screen) check() error {
	if m == nil {
		return errNoMessage
	}
	return checkIdentity(m.UserId, m.AnonymousId)
}

func (m *Group) check() error {
	switch {
	case m == nil:
		return errNoMessage
	case m.GroupId == "":
		return errNoGroupId
	}
	return checkIdentity(m.UserId, m.AnonymousId)
}

func (m *Alias) check() error {
	switch {
	case m == nil:
		return errNoMessage
	case m.UserId == "":
		return errNoUserId
	case m.PreviousId == "":
		return errNoPreviousId
	}
	return nil
}

func checkIdentity(userId, anonymousId string) error {
	if userId == "" && anonymousId == "" {
		return errNoIdentity
	}
	return nil
}

// checkTime rejects a text that cannot be a time: it does not begin with a year of four digits, or
// has characters that no time has. The service checks the rest; it accepts many formats.
func checkTime(text string) error {
	for i := 0; i < len(text); i++ {
		digit := text[i] >= '0' && text[i] <= '9'
		if !digit && (i < yearDigits || strings.IndexByte(timeCharacters, text[i]) < 0) {
			return errNoTime
		}
	}
	if len(text) < yearDigits {
		return errNoTime
	}
	return nil
}
