type Attributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  /** Contains no text that a visitor typed: a route's pattern, a handler, a provider's call. */
  name: string
  kind?: 'server' | 'client' | 'internal'
  attributes?: Attributes
  /** `traceparent` of the caller. */
  parent?: string | undefined
  /** Recorded only as part of another span, not on its own: for example the constant polling of a queue. */
  isPart?: boolean
}

/** Changes a span while its work is running. */
export interface OpenSpan {
  rename(name: string): void
  set(attributes: Attributes): void
  fail(kind: string): void
}

/** Spans of OpenTelemetry, as the rest of the server sees them. */
export interface Trace {
  isOn: boolean
  /** Runs `work` within a span, which ends when its result has arrived. */
  span<T>(given: SpanOptions, work: (mark: OpenSpan) => T): T
  /** Sends the pending spans. */
  close(): Promise<void>
}

const unmarked: OpenSpan = { rename() {}, set() {}, fail() {} }
export const noTrace: Trace = { isOn: false, span: (_, work) => work(unmarked), close: async () => undefined }
