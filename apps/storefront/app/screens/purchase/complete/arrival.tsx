import type { Order } from '@kushi/contract/order'
import { calendarFile, googleCalendarUrl } from '@kushi/values/calendar-file'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'
import { browserLine } from '../../../line/browser-line.ts'
import { saveFile } from '../../../save-file.ts'
import { useShop } from '../../../shell/use-shell.ts'
import { Icon } from '../../../ui/icon.tsx'

/** お届け予定日 in large type, with a calendar file. Hidden if no date was promised. */
export function Arrival({ order }: { order: Order }) {
  const shop = useShop()
  const date = order.delivery_date ?? order.expected_date
  if (!date) return null
  const isChosen = order.delivery_date !== null
  const [first] = order.items
  const others = order.items.length - 1
  const goods = first ? `${wrapInQuoteMarks(itemName(first))}${others > 0 ? `ほか${others}点` : ''}` : ''
  const entry = {
    uid: `${order.order_no}@${location.host}`,
    date,
    summary: `${shop?.shop_name ?? ''}のお届け${isChosen ? '' : '予定(最短)'}`,
    description: [goods, order.delivery_time && `時間帯 ${order.delivery_time}`, `ご注文番号 ${order.order_no}`]
      .filter(Boolean)
      .join('\n'),
    url: `${location.origin}/sh/mypage/history`,
  }
  const save = () =>
    saveFile(
      new Blob([calendarFile([entry], new Date(order.created_at))], { type: 'text/calendar' }),
      `${order.order_no}.ics`,
    )
  return (
    <div className="grid justify-items-center gap-1 rounded-base bg-leaf-tint px-4 pt-8 pb-5 text-center md:pt-12 md:pb-8">
      <p className="text-sm text-muted">{isChosen ? 'お届け日' : 'お届け予定日(最短の日程)'}</p>
      <p className="numeric font-mincho text-2xl tracking-wider text-leaf md:text-3xl">
        {formatDateWithWeekday(date)}
        {order.delivery_time && <span className="ml-2 text-base">{order.delivery_time}</span>}
      </p>
      <p className="flex flex-wrap items-center justify-center gap-x-6 text-sm">
        {/* LINE's browser can't open files. */}
        {!browserLine.isInClient() && (
          <button type="button" onClick={save} className="text-link inline-flex min-h-tap items-center gap-2">
            <Icon name="plus" size={16} />
            カレンダーに追加
          </button>
        )}
        <a
          href={googleCalendarUrl(entry)}
          target="_blank"
          rel="noopener noreferrer"
          className="text-link inline-flex min-h-tap items-center"
        >
          Googleカレンダーに追加
          <span className="sr-only">(新しいタブで開きます)</span>
        </a>
      </p>
    </div>
  )
}
