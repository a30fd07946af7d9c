import type { PaymentBill, PaymentParty } from '@kushi/shop/ports/payment-port'
import { billParty, limitBillRows } from '../deferred/invoice.ts'
import type { XmlTree } from './xml.ts'

/** The bill is sent by post, separately from the parcel. */
const separateBill = '2'
/** The provider prints eleven rows and combines the rest. The shop does the same, so that it knows the printed rows. */
const maxRows = 11

/** Returns the rows of a bill as the provider expects them, at most eleven. */
export const billDetailsTree = (rows: PaymentBill['rows']): XmlTree => ({
  detail: limitBillRows(rows, maxRows).map((row) => ({
    detailName: row.name,
    detailPrice: row.price,
    detailQuantity: row.quantity,
  })),
})

/** Buyer, recipient and rows of a registration or a change. */
export function orderTree(amount: number, order: PaymentBill): { buyer: XmlTree; deliveries: XmlTree } {
  const buyer = billParty(order.buyer)
  const to = billParty(order.recipient)
  return {
    buyer: {
      shopOrderDate: order.ordered_on.replaceAll('-', '/'),
      fullName: buyer.name,
      fullKanaName: kana(order.buyer),
      zipCode: buyer.zip,
      address: buyer.address,
      companyName: buyer.company,
      tel1: buyer.phone,
      email1: order.buyer.email,
      billedAmount: amount,
      paymentType: separateBill,
    },
    deliveries: {
      delivery: {
        deliveryCustomer: {
          fullName: to.name,
          fullKanaName: kana(order.recipient),
          zipCode: to.zip,
          address: to.address,
          companyName: to.company,
          tel: to.phone,
        },
        details: billDetailsTree(order.rows),
      },
    },
  }
}

const kana = (party: PaymentParty) => `${party.kana01}　${party.kana02}`.trim()
