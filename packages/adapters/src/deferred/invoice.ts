import {
  type BillLine,
  type Parcel,
  type PaymentOrder,
  type PaymentParty,
  PaymentRefused,
} from '@kushi/shop/payment/payment-port'
import { DEFERRED_ADDRESS_LIMIT, DEFERRED_NAME_LIMIT } from '@kushi/values/limits'
import { isPhone } from '@kushi/values/phone'
import { isShiftJis, toRegistrable } from '@kushi/values/registrable'
import { nameWith } from '@kushi/values/variant'

/** A person as both providers of deferred payment want them: one line each, of what a bill can be printed with. */
export interface BillParty {
  name: string
  company: string
  zip: string
  address: string
  phone: string
}

/**
 * The checkout says the same beside its fields before an order is written; what still comes here is not sent.
 * @throws PaymentRefused 'address'
 */
export function billParty(party: PaymentParty): BillParty {
  const bill = {
    name: toRegistrable(`${party.name01}　${party.name02}`.trim()),
    company: toRegistrable(party.company_name ?? ''),
    zip: `${party.postal_code01}${party.postal_code02}`,
    address: toRegistrable(party.address),
    phone: party.phone_number,
  }
  const wrong = [
    !isPrintable(bill.name, DEFERRED_NAME_LIMIT) && 'name',
    !isPrintable(bill.address, DEFERRED_ADDRESS_LIMIT) && 'address',
    !/^\d{7}$/.test(bill.zip) && 'postal_code',
    !isPhone(bill.phone) && 'phone_number',
  ].filter((field) => field !== false)
  if (wrong.length > 0) throw new PaymentRefused('address', wrong.join(', '))
  return bill
}

const isPrintable = (text: string, limit: number) => text !== '' && [...text].length <= limit && isShiftJis(text)

/** What the provider's printer has room for. */
const LINE_NAME_LIMIT = 50

/** A name on the bill with its kind, 「椿油(30mL)」: where it is too long the end of the name goes, since bottles differ by their kind. */
function lineName({ name, variant = '' }: BillLine): string {
  const kind = [...toRegistrable(nameWith('', variant))].slice(0, LINE_NAME_LIMIT)
  return [...[...toRegistrable(name)].slice(0, LINE_NAME_LIMIT - kind.length), ...kind].join('')
}

/** The lines of a bill, `limit` at most; what is over is one line with the sum of the rest. */
export function billLines(lines: PaymentOrder['lines'], limit: number): PaymentOrder['lines'] {
  const named = lines.map((line) => ({ name: lineName(line), price: line.price, quantity: line.quantity }))
  if (named.length <= limit) return named
  const rest = named.slice(limit - 1).reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return [...named.slice(0, limit - 1), { name: 'その他', price: rest, quantity: 1 }]
}

/** What is left of a bill after a part was given back. */
export const restLine = (amount: number) => ({ name: 'ご返品後のご請求額', price: amount, quantity: 1 })

/** お問い合わせ番号, as long and with the signs that a report may have. */
export const slipNo = ({ tracking_no }: Parcel) => tracking_no.replace(/[^0-9A-Za-z-]/g, '').slice(0, 20)
