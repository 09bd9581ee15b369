package analytics

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
