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

const dataOf = (fact: ConversionFact, event: string) => ({
  event,
  event_time: unixSeconds(fact.occurred_at),
  event_id: fact.event_id,
  user: {
    ...(fact.email !== null && { email: hashedEmail(fact.email) }),
    ...(fact.phone_number !== null && { phone: sha256Hex(internationalPhone(fact.phone_number)) }),
    ...(fact.click_ids.ttclid !== undefined && { ttclid: fact.click_ids.ttclid }),
    user_agent: fact.user_agent,
  },
  page: { url: fact.page_url },
  properties: {
    currency: 'JPY',
    value: fact.value,
    order_id: fact.order_no,
    content_type: 'product',
    contents: fact.items.map(({ code, quantity, price }) => ({ content_id: code, quantity, price })),
  },
})

/** Codes of the Business API: 40002 is about the request's values; other 40xxx about the token, the account or the load. */
const ABOUT_FACTS = new Set([40000, 40002, 40006])

/** TikTok Events API 2.0. It answers 200 with a code, also to what it refuses. */
export const tiktokProtocol: ConversionProtocol = {
  base: 'https://business-api.tiktok.com',
  async send({ fields, facts, is_test, base, ask }) {
    const { pixel_code, access_token, event_name, test_event_code } = fields
    const { status, body } = await ask(
      jsonRequest(
        `${base}/open_api/v1.3/event/track/`,
        { 'access-token': access_token! },
        {
          event_source: 'web',
          event_source_id: pixel_code,
          ...(is_test && { test_event_code }),
          data: facts.map((fact) => dataOf(fact, event_name!)),
        },
      ),
    )
    const { code, message } = parseJsonObject(body)
    if (status === 200 && code === 0) return acceptedConversion('OK')
    const words = [`HTTP ${status}`, code, message]
    const isAboutFacts =
      ABOUT_FACTS.has(Number(code)) || (code === undefined && !isRepeatableStatus(status) && status !== 200)
    return isAboutFacts ? refusedConversion(...words) : conversionToRepeat(...words)
  },
}
