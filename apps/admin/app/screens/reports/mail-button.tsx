import type { SavedView } from '@kushi/contract/admin/view'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { REPORT_MAIL_NAME, type ReportMailEvery } from '@kushi/values/report'
import { useState } from 'react'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const ALL_FREQUENCIES = Object.keys(REPORT_MAIL_NAME) as ReportMailEvery[]

/** メールで受け取る: the operator's own choice for a saved report. */
export function MailButton({ view }: { view: SavedView }) {
  const [frequencies, setFrequencies] = useState<ReportMailEvery[] | null>(null)
  const open = async () => {
    const { items } = await api('GET /admin/v1/report-mails')
    setFrequencies(items.find(({ view_id }) => view_id === view.id)?.every ?? [])
  }
  const save = async () => {
    await api('PUT /admin/v1/report-mails/{id}', { params: { id: view.id }, body: { every: frequencies ?? [] } })
    toast(frequencies?.length ? 'このレポートをメールでお送りします' : 'メールで受け取るのをやめました')
    setFrequencies(null)
  }
  return (
    <>
      <Button look="quiet" onClick={() => void open()}>
        メールで受け取る
      </Button>
      <Dialog
        isOpen={frequencies !== null}
        onClose={() => setFrequencies(null)}
        title={`${wrapInQuoteMarks(view.view_name)}をメールで受け取る`}
      >
        <p className="mb-3">
          自分のメールアドレスに、そのときの数字とリンクが届きます。お客様のお名前などは入りません。「先週」「先月」のように動く期間で保存すると、毎回新しくなります。
        </p>
        {ALL_FREQUENCIES.map((one) => (
          <div key={one} className="mb-2">
            <Checkbox
              isOn={frequencies?.includes(one) ?? false}
              onChange={(isOn) =>
                setFrequencies([...(frequencies ?? []).filter((each) => each !== one), ...(isOn ? [one] : [])])
              }
            >
              {REPORT_MAIL_NAME[one]}
            </Checkbox>
          </div>
        ))}
        <Button look="primary" className="mt-2" onClick={() => void save()}>
          保存する
        </Button>
      </Dialog>
    </>
  )
}
