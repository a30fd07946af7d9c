import type { ConversionFact } from '@kushi/shop/ports/conversion-port'
import type { ClickIdName } from '@kushi/values/click-id'
import {
  type ConversionPlaceholder,
  fillParameter,
  itemCodesText,
  parseConversionParameters,
} from '@kushi/values/conversion/placeholders'
import {
  acceptedConversion,
  type ConversionProtocol,
  conversionToRepeat,
  hashedEmail,
  internationalPhone,
  isRepeatableStatus,
  refusedConversion,
  sha256Hex,
} from '../protocol.ts'

const VALUES: Record<
  Exclude<ConversionPlaceholder, `click.${string}`>,
  (fact: ConversionFact) => string | number | null
> = {
  order_no: ({ order_no }) => order_no,
  event_id: ({ event_id }) => event_id,
  amount: ({ amount }) => amount,
  amount_without_tax_and_fees: (fact) => fact.amount_without_tax_and_fees,
  item_codes: ({ items }) => itemCodesText(items),
  cycle: ({ cycle }) => cycle,
  adcd: ({ adcd }) => adcd,
  abmtcd: ({ abmtcd }) => abmtcd,
  ad_user_id: ({ ad_user_id }) => ad_user_id,
  email_sha256: ({ email }) => email && hashedEmail(email),
  phone_sha256: ({ phone_number }) => phone_number && sha256Hex(internationalPhone(phone_number)),
}

const wordOf = (fact: ConversionFact) => (name: ConversionPlaceholder) =>
  String(
    (name.startsWith('click.')
      ? fact.click_ids[name.slice('click.'.length) as ClickIdName]
      : VALUES[name as keyof typeof VALUES](fact)) ?? '',
  )

/** サーバー通知: one request an event, to the address of the account. */
export const postbackProtocol: ConversionProtocol = {
  base: null,
  async send({ fields, facts: [fact], ask }) {
    const { method, url, secret, success } = fields
    const template = fact!.event === 'cancelled' ? fields.cancel_parameters : fields.parameters
    const parameters = parseConversionParameters(template ?? '')
    if (typeof parameters === 'string') return conversionToRepeat(parameters)
    const values = new URLSearchParams(
      parameters.map(({ name, template: one }): [string, string] => [name, fillParameter(one, wordOf(fact!))]),
    )
    if (secret) values.append(secret.slice(0, secret.indexOf('=')), secret.slice(secret.indexOf('=') + 1))
    const query = `${url!.includes('?') ? '&' : '?'}${values}`
    const { status, body } = await ask(
      method === 'GET'
        ? { method: 'GET', url: `${url}${query}`, headers: {}, body: '' }
        : {
            method: 'POST',
            url: url!,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: values.toString(),
          },
    )
    const isTaken = status >= 200 && status < 300
    if (isTaken && (!success || body.includes(success))) return acceptedConversion(`HTTP ${status}`, body)
    // A page for 404 may be an address that was moved for a while; what an ASP says itself is its answer.
    return isRepeatableStatus(status) ? conversionToRepeat(`HTTP ${status}`) : refusedConversion(`HTTP ${status}`, body)
  },
}
