import {
  type BillRow,
  type PaymentBill,
  type PaymentParcel,
  type PaymentParty,
  PaymentRefused,
} from '@kushi/shop/ports/payment-port'
import { MAX_DEFERRED_ADDRESS_LENGTH, MAX_DEFERRED_NAME_LENGTH } from '@kushi/values/limits'
import { isBillablePhone } from '@kushi/values/phone'
import { nameWithVariant } from '@kushi/values/product'
import { isShiftJis, toRegistrable } from '@kushi/values/registrable'

/** A person in the form of both deferred payment providers: one line each, in printable characters. */
export interface BillParty {
  name: string
  company: string
  zip: string
  address: string
  phone: string
}

/**
 * Converts a person into the form of the deferred payment providers. The checkout reports the same problems at its
 * fields before an order is written. What still fails here is not sent.
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
    !isPrintable(bill.name, MAX_DEFERRED_NAME_LENGTH) && 'name',
    !isPrintable(bill.address, MAX_DEFERRED_ADDRESS_LENGTH) && 'address',
    !/^\d{7}$/.test(bill.zip) && 'postal_code',
    !isBillablePhone(bill.phone) && 'phone_number',
  ].filter((field) => field !== false)
  if (wrong.length > 0) throw new PaymentRefused('address', wrong.join(', '))
  return bill
}

const isPrintable = (text: string, limit: number) => text !== '' && [...text].length <= limit && isShiftJis(text)

/** The provider prints at most this many characters. */
const LINE_NAME_LIMIT = 50

/**
 * A name on the bill with its variant, 「椿油(30mL)」. If it is too long, the product's name is cut, because the variant
 * tells bottles apart.
 */
function rowName({ name, variant = '' }: BillRow): string {
  const kind = [...toRegistrable(nameWithVariant('', variant))].slice(0, LINE_NAME_LIMIT)
  return [...[...toRegistrable(name)].slice(0, LINE_NAME_LIMIT - kind.length), ...kind].join('')
}

/** Returns the rows of a bill, at most `limit`. The remaining ones become one row with their sum. */
export function limitBillRows(rows: PaymentBill['rows'], limit: number): PaymentBill['rows'] {
  const named = rows.map((row) => ({ name: rowName(row), price: row.price, quantity: row.quantity }))
  if (named.length <= limit) return named
  const rest = named.slice(limit - 1).reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return [...named.slice(0, limit - 1), { name: 'その他', price: rest, quantity: 1 }]
}

/** Returns the row of a bill for the amount (yen) that remains after a partial refund. */
export const billRowAfterReturns = (amount: number) => ({ name: 'ご返品後のご請求額', price: amount, quantity: 1 })

/** お問い合わせ番号, with the length and characters that a shipping report allows. */
export const reportedTrackingNo = ({ tracking_no }: PaymentParcel) =>
  tracking_no.replace(/[^0-9A-Za-z-]/g, '').slice(0, 20)
