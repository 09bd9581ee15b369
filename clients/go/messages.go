package analytics

// Message has the fields that all messages share. Programs written for the original library set the
// timestamp and ID of a message here. The Timestamp field of the outer message takes precedence.
//
// The library ignores Type and SentAt and sets them itself.
type Message struct {
	Type      string `json:"type,omitempty"`
	MessageId string `json:"messageId,omitempty"`
	Timestamp string `json:"timestamp,omitempty"`
	SentAt    string `json:"sentAt,omitempty"`
}

// Identify identifies a user and sets traits. It needs a UserId or an AnonymousId.
type Identify struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	Traits       map[string]interface{} `json:"traits,omitempty"`
	AnonymousId  string                 `json:"anonymousId,omitempty"`
	UserId       string                 `json:"userId,omitempty"`
	// Timestamp is when the event happened, in ISO 8601, for historical data. Leave it empty for
	// current events.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Track records an event. It needs an Event, and a UserId or an AnonymousId.
type Track struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	Properties   map[string]interface{} `json:"properties,omitempty"`
	AnonymousId  string                 `json:"anonymousId,omitempty"`
	UserId       string                 `json:"userId,omitempty"`
	Event        string                 `json:"event"`
	// Timestamp is when the event happened, in ISO 8601, for historical data. Leave it empty for
	// current events.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Page records a view of a web page. It needs a UserId or an AnonymousId.
type Page struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	// Traits are the properties of the page: url, title, referrer, path, and any other.
	Traits      map[string]interface{} `json:"properties,omitempty"`
	AnonymousId string                 `json:"anonymousId,omitempty"`
	UserId      string                 `json:"userId,omitempty"`
	Category    string                 `json:"category,omitempty"`
	Name        string                 `json:"name,omitempty"`
	// Timestamp is when the event happened, in ISO 8601, for historical data. Leave it empty for
	// current events.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Screen records a view of an app screen. It needs a UserId or an AnonymousId.
type Screen struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	Properties   map[string]interface{} `json:"properties,omitempty"`
	AnonymousId  string                 `json:"anonymousId,omitempty"`
	UserId       string                 `json:"userId,omitempty"`
	Category     string                 `json:"category,omitempty"`
	Name         string                 `json:"name,omitempty"`
	// Timestamp is when the event happened, in ISO 8601, for historical data. Leave it empty for
	// current events.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Group adds a user to a group, such as a company or a team. It needs a GroupId, and a UserId or an
// AnonymousId.
type Group struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	Traits       map[string]interface{} `json:"traits,omitempty"`
	AnonymousId  string                 `json:"anonymousId,omitempty"`
	UserId       string                 `json:"userId,omitempty"`
	GroupId      string                 `json:"groupId"`
	// Timestamp is when the event happened, in ISO 8601, for historical data. Leave it empty for
	// current events.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Alias links two IDs of one user. It needs both.
type Alias struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	PreviousId   string                 `json:"previousId"`
	UserId       string                 `json:"userId"`
	// Timestamp is when the event happened, in ISO 8601, for historical data. Leave it empty for
	// current events.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Batch is the body of a request. The library does not use it; it exists for compatibility with the
// original library.
type Batch struct {
	Context  map[string]interface{} `json:"context,omitempty"`
	Messages []interface{}          `json:"batch"`
	Message
}
