import type { ConversionFact } from '@kushi/shop/ports/conversion-port'
import {
  acceptedConversion,
  type ConversionProtocol,
  conversionToRepeat,
  hashedEmail,
  internationalPhone,
  isRepeatableStatus,
  jsonRequest,
  parseJsonObject,
  refusedConversion,
  sha256Hex,
  unixSeconds,
} from '../protocol.ts'

const VERSION = 'v24.0'

/** Errors of the Graph API about a load or an outage (1, 2, 4, 17, 80004) or the account (10, 102, 190, 200, 803). */
const NOT_ABOUT_FACTS = new Set([1, 2, 4, 10, 17, 102, 190, 200, 803, 80004])

/** One event of the Conversions API. */
export function metaEvent(fact: ConversionFact, event_name: string) {
  const { click_ids, email, phone_number, clicked_at } = fact
  const { fbclid } = click_ids
  return {
    event_name,
    event_time: unixSeconds(fact.occurred_at),
    event_id: fact.event_id,
    event_source_url: fact.page_url,
    action_source: 'website',
    user_data: {
      ...(email !== null && { em: [hashedEmail(email)] }),
      // Digits with the country's number, without a plus.
      ...(phone_number !== null && { ph: [sha256Hex(internationalPhone(phone_number).slice(1))] }),
      client_user_agent: fact.user_agent,
      ...(fbclid !== undefined && { fbc: `fb.1.${clicked_at.getTime()}.${fbclid}` }),
    },
    custom_data: {
      currency: 'JPY',
      value: fact.value,
      order_id: fact.order_no,
      content_type: 'product',
      contents: fact.items.map(({ code, quantity, price }) => ({ id: code, quantity, item_price: price })),
    },
  }
}

/** Meta コンバージョンAPI. One wrong event refuses all of a request. */
export const metaProtocol: ConversionProtocol = {
  base: 'https://graph.facebook.com',
  async send({ fields, facts, is_test, base, ask }) {
    const { pixel_id, access_token, event_name, test_event_code } = fields
    const { status, body } = await ask(
      jsonRequest(
        `${base}/${VERSION}/${pixel_id}/events`,
        {},
        {
          data: facts.map((fact) => metaEvent(fact, event_name!)),
          access_token,
          ...(is_test && { test_event_code }),
        },
      ),
    )
    const answer = parseJsonObject(body)
    if (status === 200 && answer.events_received === facts.length) return acceptedConversion('受信', facts.length, '件')
    const error = (answer.error ?? {}) as Record<string, unknown>
    const words = [`HTTP ${status}`, error.code, error.error_user_msg ?? error.message]
    const isTransient = error.is_transient === true || NOT_ABOUT_FACTS.has(Number(error.code))
    return isTransient || isRepeatableStatus(status) || status === 200
      ? conversionToRepeat(...words)
      : refusedConversion(...words)
  },
}
