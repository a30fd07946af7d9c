import type { Order, Shipment } from '@kushi/contract/order'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { itemPiecesText } from '@kushi/values/product'
import { SHIPMENT_STATUS_NAME } from '@kushi/values/shipment'

/** The parcels: carrier, tracking number and date; with several parcels, also the contents of each. */
export function Tracking({ order }: { order: Pick<Order, 'shipments' | 'shipment_message'> }) {
  const { shipments, shipment_message } = order
  if (shipments.length < 2) {
    const [onlyShipment] = shipments
    return onlyShipment?.shipped_on ? <ShipmentHandover shipment={onlyShipment} /> : null
  }
  return (
    <div className="grid gap-4">
      {shipment_message && <p className="text-sm">{shipment_message}</p>}
      <ul aria-label="お荷物" className="divide-y divide-line border-y border-line">
        {shipments.map((shipment, index) => (
          <li key={shipment.shipment_no} className="grid gap-1 py-3">
            <p className="text-sm font-medium">
              お荷物 {index + 1}/{shipments.length}
              <span className="ml-3 font-normal text-muted">{SHIPMENT_STATUS_NAME[shipment.status]}</span>
            </p>
            <p className="text-sm">{shipment.items.map(itemPiecesText).join('、')}</p>
            {shipment.shipped_on && <ShipmentHandover shipment={shipment} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function ShipmentHandover({ shipment }: { shipment: Shipment }) {
  const { carrier, tracking_no, tracking_url, shipped_on, received_on } = shipment
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm">
      {received_on ? (
        <span>{formatDateWithWeekday(received_on)}にお届け</span>
      ) : (
        shipped_on && <span>{formatDateWithWeekday(shipped_on)}に発送</span>
      )}
      {carrier && <span>{CARRIER_NAME[carrier]}</span>}
      {tracking_no && <span className="numeric text-muted">お問い合わせ番号 {tracking_no}</span>}
      {tracking_url && (
        <a
          href={tracking_url}
          target="_blank"
          rel="noopener noreferrer"
          className="text-link inline-flex min-h-tap items-center"
        >
          配送状況を確認する
          <span className="sr-only">(お問い合わせ番号 {tracking_no}、新しいタブで開きます)</span>
        </a>
      )}
    </p>
  )
}
