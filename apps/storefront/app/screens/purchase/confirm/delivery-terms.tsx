import { addressText } from '@kushi/values/address'
import { formatDateWithWeekday, formatShortDateWithWeekday } from '@kushi/values/date-format'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { WrappingRows } from '../../../parts/wrapping-row.tsx'
import { Phone } from '../../../shell/phone.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import type { CommonAssessment, ConfirmData } from './load-confirm.ts'

interface DeliveryTermsProps {
  data: Pick<ConfirmData, 'order' | 'delivery_name' | 'delivery_time'>
  assessed: CommonAssessment
}

/** お届け先と時期: address, method and dates. */
export function DeliveryTerms({ data, assessed }: DeliveryTermsProps) {
  const { order, delivery_name, delivery_time } = data
  const address = order.shipping_address
  const count = lumpSumDeliveryCount(assessed.items)
  const last = count === null ? '、以降も同じ周期です' : `、以降も同じ周期で全${count}回です`
  const { first_delivery_date, next_delivery_date, next_next_delivery_date } = assessed
  return (
    <Rows>
      <Row label="お届け先" align="start">
        {address.name01} {address.name02} さま
        <br />
        {addressText(address)}
        <br />
        <Phone number={address.phone_number} />
      </Row>
      <Row label="配送方法" align="start">
        {delivery_name}
      </Row>
      <Row label={order.is_subscription ? '1回目のお届け' : 'お届け予定日'} align="start">
        <span className="numeric">{formatDateWithWeekday(first_delivery_date)}</span>
        {order.delivery_date === null && <span className="text-sm text-muted">(最短の日程)</span>}
        {delivery_time && <span className="numeric ml-2">{delivery_time}</span>}
      </Row>
      {order.delivery_pattern && (
        <Row label="お届け周期" align="start">
          {deliveryPatternText(order.delivery_pattern)}
        </Row>
      )}
      {next_delivery_date && (
        <Row label="2回目のお届け" align="start">
          <span className="numeric">{formatDateWithWeekday(next_delivery_date)}</span>
        </Row>
      )}
      {next_next_delivery_date && (
        <Row label="3回目のお届け" align="start">
          <span className="numeric">{formatDateWithWeekday(next_next_delivery_date)}</span>
          <span className="text-sm text-muted">{last}</span>
        </Row>
      )}
      <WrappingRows wrapping={assessed.wrapping} />
      {order.delivery_notes && (
        <Row label="置き配" align="start">
          {order.delivery_notes}
        </Row>
      )}
      {assessed.summary.is_remote_island && (
        <Row label="離島へのお届け" align="start">
          通常より日数がかかり、{formatShortDateWithWeekday(first_delivery_date)}以降のお届けです。
        </Row>
      )}
    </Rows>
  )
}
