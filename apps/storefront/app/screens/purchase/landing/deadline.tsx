import { formatDateWithWeekday } from '@kushi/values/date-format'
import { formatDateTime, timestampToJapanDate } from '@kushi/values/timestamp'
import { useLoaderData } from 'react-router'
import type { BlockProps } from '../../../blocks/block-props.ts'
import type { ShownBlock } from '../../../blocks/load-blocks.server.ts'
import { Band } from '../../../ui/band.tsx'
import type { loadLandingPage } from './load-landing-page.server.ts'

/** Until when the page takes orders, as a day and a time: the same for each visitor. */
export function Deadline({ block: { title, text } }: Pick<BlockProps<ShownBlock<'deadline'>>, 'block'>) {
  const { closes_at } = useLoaderData<typeof loadLandingPage>().page
  if (closes_at === null) return null
  const time = formatDateTime(closes_at).slice(-5)
  return (
    <Band title={title} {...(text && { lead: text })} tone="leaf">
      <p className="numeric text-lg">
        <time dateTime={closes_at}>
          {formatDateWithWeekday(timestampToJapanDate(Date.parse(closes_at)))} {time}
        </time>
        まで
      </p>
    </Band>
  )
}
