type Attributes = Readonly<Record<string, string | number>>

export interface Given {
  /** Without anything that a person typed: a route's pattern, a verb, a provider's call. */
  name: string
  kind?: 'server' | 'client' | 'internal'
  attributes?: Attributes
  /** `traceparent` of whoever asks. */
  parent?: string | undefined
  /** Nothing of its own where nobody asked, as what a queue looks up all the time. */
  isPart?: boolean
}

/** What is known only when the work is done. */
export interface Mark {
  rename(name: string): void
  set(attributes: Attributes): void
  fail(kind: string): void
}

/** Spans of OpenTelemetry, as the rest of the server sees them. */
export interface Trace {
  isOn: boolean
  /** `work` within a span, which ends when its answer has come. */
  span<T>(given: Given, work: (mark: Mark) => T): T
  /** Sends what waits. */
  close(): Promise<void>
}

const unmarked: Mark = { rename() {}, set() {}, fail() {} }
export const noTrace: Trace = { isOn: false, span: (_, work) => work(unmarked), close: async () => undefined }
