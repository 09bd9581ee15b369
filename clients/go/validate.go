package analytics

import "strings"

const (
	yearDigits = 4
	timeMarks  = "-+:., TtWwZz"
)

// The service would refuse these messages; a call says so at once, before anything is queued.

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

// checkTime refuses what is certainly no time: what does not begin with the four digits of a year,
// or has characters that no time has. Whether the day exists is for the service to say, which reads
// many forms.
func checkTime(text string) error {
	for i := 0; i < len(text); i++ {
		digit := text[i] >= '0' && text[i] <= '9'
		if !digit && (i < yearDigits || strings.IndexByte(timeMarks, text[i]) < 0) {
			return errNoTime
		}
	}
	if len(text) < yearDigits {
		return errNoTime
	}
	return nil
}
