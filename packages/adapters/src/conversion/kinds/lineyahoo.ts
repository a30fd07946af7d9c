import type { ConversionFact } from '@kushi/shop/ports/conversion-port'
import {
  acceptedConversion,
  type ConversionProtocol,
  conversionToRepeat,
  hashedEmail,
  internationalPhone,
  isRepeatableStatus,
  jsonRequest,
  refusedConversion,
  sha256Hex,
  unixSeconds,
} from '../protocol.ts'

const MAX_ITEMS = 10

const dataOf = (fact: ConversionFact, event_snippet_id: string | undefined, test_flag: boolean) => ({
  event: {
    event_type: 'purchase',
    ...(event_snippet_id && { event_snippet_id }),
    event_time: unixSeconds(fact.occurred_at),
    action_source: 'web',
    test_flag,
    transaction_id: fact.event_id,
  },
  user: {
    ...(fact.email !== null && { hashed_email: hashedEmail(fact.email) }),
    ...(fact.phone_number !== null && { hashed_phone_number: sha256Hex(internationalPhone(fact.phone_number)) }),
  },
  web: { url: fact.page_url, user_agent: fact.user_agent },
  custom: {
    currency: 'JPY',
    value: fact.value,
    items: fact.items.slice(0, MAX_ITEMS).map(({ code, quantity, price }) => ({ item_id: code, quantity, price })),
  },
})

/** Yahoo!広告 コンバージョンAPI: 202 when all were taken; one wrong event refuses all. */
export const lineyahooProtocol: ConversionProtocol = {
  base: 'https://conversion-api.yahooapis.jp',
  async send({ fields, facts, is_test, base, ask }) {
    const { tag_id, access_token, event_snippet_id } = fields
    const { status, body } = await ask(
      jsonRequest(
        `${base}/v1`,
        { 'x-tagaccesstoken': access_token! },
        {
          tag_id,
          data: facts.map((fact) => dataOf(fact, event_snippet_id, is_test)),
        },
      ),
    )
    if (status === 202) return acceptedConversion('HTTP 202')
    return isRepeatableStatus(status)
      ? conversionToRepeat(`HTTP ${status}`, body)
      : refusedConversion(`HTTP ${status}`, body)
  },
}
