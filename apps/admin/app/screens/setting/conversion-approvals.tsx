import { CSV_ENCODING_NAME, type CsvEncoding } from '@kushi/contract/admin/csv'
import { addDays } from '@kushi/values/calendar-date'
import { useState } from 'react'
import { download } from '../../download.ts'
import { monthFrom } from '../../month-from.ts'
import { Button } from '../../ui/button.tsx'
import { Choice, Day } from '../../ui/choice.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'

/** 承認・否認の一覧 of a period, last month at first, as the ASP gets it. */
export function ConversionApprovals({ destination_id: id, days }: { destination_id: number; days: string }) {
  const [period, setPeriod] = useState({ from: monthFrom(null, -1), to: addDays(monthFrom(null, 0), -1) })
  const [encoding, setEncoding] = useState<CsvEncoding>('shift_jis')
  const { act, isBusy, refusal } = useAction()
  const body = { ...period, encoding }
  return (
    <div className="mt-6">
      <Section
        title="承認・否認の一覧"
        lead={`ASPに渡すCSVです。発送して${days}日たったものが承認、取消・返品になったものが否認です。取消・返品の有無も知らせることに同意されたご注文だけが入ります。`}
      >
        <Refusal>{refusal}</Refusal>
        <div className="flex flex-wrap items-end gap-3">
          <Day label="成果の期間の始まり" value={period.from} onChange={(from) => setPeriod({ ...period, from })} />
          <Day label="成果の期間の終わり" value={period.to} onChange={(to) => setPeriod({ ...period, to })} />
          <Choice<CsvEncoding> label="文字コード" value={encoding} names={CSV_ENCODING_NAME} onChange={setEncoding} />
          <Button
            isBusy={isBusy}
            onClick={() => void act(() => download('POST /admin/v1/setting/conversions/{id}/approvals', body, { id }))}
          >
            CSVを出力する
          </Button>
        </div>
      </Section>
    </div>
  )
}
