import type { ClickIds } from '@kushi/values/click-id'
import type { ConversionEventName } from '@kushi/values/conversion/conversion'
import type { ServerConversionKind } from '@kushi/values/conversion/kinds'

/** An account at a third party, with its secrets in plain text. */
export interface ConversionAccount {
  kind: ServerConversionKind
  fields: Readonly<Record<string, string>>
}

/** An event of an order, with the data that a third party may get. */
export interface ConversionFact {
  /** The same at every attempt, and in the browser. */
  event_id: string
  event: ConversionEventName
  occurred_at: Date
  order_no: string
  /** Yen. */
  value: number
  amount: number
  amount_without_tax_and_fees: number
  cycle: number
  items: readonly { code: string; quantity: number; price: number }[]
  click_ids: ClickIds
  adcd: string | null
  abmtcd: string | null
  ad_user_id: string | null
  /** When the click was, as nearly as is known. */
  clicked_at: Date
  /** The page that the advert opened, as an address; else the shop. */
  page_url: string
  user_agent: string
  /** Only if the account asks for it and the customer agreed; adapters send only hashes of it. */
  email: string | null
  phone_number: string | null
}

/**
 * The outcome of a request. `accepted` and `refused` (for its contents) are final. `repeat`: there was no answer, or
 * one about the account or the load, so the same request may succeed later. `words`: the answer, shortened and without
 * secrets.
 */
export interface ConversionAnswer {
  outcome: 'accepted' | 'refused' | 'repeat'
  words: string
  /** For `repeat`: the seconds to wait, if the third party named them (`Retry-After`). */
  retry_after_seconds?: number
}

/** 広告の送信先. Addresses may be entered by operators, so the port never reaches the machine's own network. */
export interface ConversionPort {
  /** Whether it may be sent there: https, and at present an external address. */
  mayReach(url: string): Promise<boolean>
  /**
   * Tells one account of these facts, at most as many as its kind takes, in one request that is accepted or refused as a
   * whole. `is_test`: by the provider's own flag, so that it counts nowhere. Never throws.
   */
  send(account: ConversionAccount, facts: readonly ConversionFact[], is_test: boolean): Promise<ConversionAnswer>
}
