export interface WebhookMessage {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** 通知の送り方: to an address that somebody typed, so never into the machine's own network. */
export interface WebhookPort {
  /** Whether messages may go there: https, and as things stand outside. */
  mayReach(url: string): Promise<boolean>
  /** The status of the answer. Nothing is followed, and nothing of what it says is read. @throws where there is no answer */
  post(message: WebhookMessage): Promise<number>
}
