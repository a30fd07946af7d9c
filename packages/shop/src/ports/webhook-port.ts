/** A webhook message to send. */
export interface WebhookMessage {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** 通知の送り方: the address was entered by an operator, so the port must never reach the machine's own network. */
export interface WebhookPort {
  /** Whether messages may be sent there: https, and at present an external address. */
  mayReach(url: string): Promise<boolean>
  /**
   * Returns the status of the response. Follows no redirect and does not read the body. @throws if there is no response
   */
  post(message: WebhookMessage): Promise<number>
}
