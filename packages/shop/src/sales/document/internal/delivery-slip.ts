import type { CalendarDate } from '@kushi/values/calendar-date'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import type { loadShop } from '../../../foundation/setting/index.ts'
import type { Invoice } from '../../../ports/document-port.ts'
import { invoiceAmounts, NO_REFUND } from '../rules/invoice.ts'
import {
  type DocumentSource,
  defaultAddressee,
  documentDestination,
  documentIssuer,
  documentTitle,
} from './make-document.ts'

interface SlipSource extends Pick<DocumentSource, 'order' | 'items'> {
  member: Parameters<typeof defaultAddressee>[0]
  seller: Awaited<ReturnType<typeof loadShop>>
  today: CalendarDate
  /** 取引日; null: no goods of the order have left yet. */
  traded_on: CalendarDate | null
  is_reissue: boolean
}

/** 納品書 to put into the parcel, before it has a tracking number. */
export function packingSlip({ order, member, items, seller, today, traded_on, is_reissue }: SlipSource): Invoice {
  return {
    ...invoiceAmounts(order, items),
    type: 'delivery-slip',
    title: documentTitle('delivery-slip', order),
    order_no: order.order_no,
    is_reissue,
    proviso: '',
    addressee: defaultAddressee(member),
    ordered_on: timestampToJapanDate(order.created_at.getTime()),
    traded_on: traded_on ?? today,
    issued_on: today,
    lead: '',
    refunds: NO_REFUND,
    shipments: [],
    destination: documentDestination(order, seller.phone_display),
    issuer: documentIssuer(seller),
  }
}
