import { Link } from "react-router";
import type { Attempt } from "../api/deliveries";
import type { AnswerSample, RequestSample } from "../api/destinations";
import { Json } from "../parts/Json";
import styles from "./destinations.module.css";

/** The request and the response of an attempt. */
export function AttemptDetail({ attempt }: { attempt: Attempt }) {
  return (
    <div className="stack" style={{ gap: "0.625rem" }}>
      {attempt.message && <p style={{ margin: 0 }}>{attempt.message}</p>}
      {attempt.messageId && (
        <p style={{ margin: 0 }}>
          Message{" "}
          <Link to={`/messages?messageId=${encodeURIComponent(attempt.messageId)}`}>
            <code>{attempt.messageId}</code>
          </Link>
        </p>
      )}
      <div className={styles.two}>
        <SampleView title="Request" sample={attempt.request} />
        {attempt.answer ? (
          <SampleView title={`Answer ${attempt.answer.status}`} sample={attempt.answer} />
        ) : (
          <div className={styles.sample}>
            <h3>Answer</h3>
            <p className="muted">No response.</p>
          </div>
        )}
      </div>
    </div>
  );
}

export function SampleView({
  title,
  sample,
}: {
  title: string;
  sample: AnswerSample | RequestSample;
}) {
  const headers = Object.entries(sample.headers ?? {});
  return (
    <div className={styles.sample}>
      <h3>{title}</h3>
      {headers.length > 0 && (
        <Json
          label={`${title}, headers`}
          value={headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
        />
      )}
      <Json label={`${title}, body`} value={sample.body} truncated={sample.truncated} />
    </div>
  );
}
