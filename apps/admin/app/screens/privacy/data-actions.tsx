import type { PrivacyRequestDetail } from '@kushi/contract/admin/privacy'
import { useState } from 'react'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

/** Actions on the data of the member who made the request: export and erase. */
export function DataActions({ request }: { request: PrivacyRequestDetail }) {
  const mayTakeOut = useMay('export.personal')
  const mayWrite = useMay('customer.write')
  const isWorking = request.state === 'working'
  return (
    <>
      <Section
        title="ファイルにする"
        lead="会員情報・注文・定期便・お問い合わせ・連絡の記録を、ひとつのファイルにします。社内メモは含みません。"
      >
        {request.exported_at && (
          <p className="mb-3">
            前回の出力 <Time value={request.exported_at} />
          </p>
        )}
        {isWorking && mayTakeOut ? <Export id={request.id} /> : <WaitNotice isWorking={isWorking} />}
      </Section>
      {request.kind === 'erasure' && (
        <Section
          title="消す"
          lead="退会になり、お名前・住所・連絡先・やりとりを消します。ログインせずに残されたものは、消すときに選んだ場合だけ消します。金額・日付・商品は帳簿として残り、法人のご注文と未払いかもしれない後払いのお名前は、法律と請求のために残ります。広告の配信停止は、今後お送りしないために残ります。「お客様の声」の言葉は会員に結び付いていないので、「文章とページ」から削除してください。"
        >
          {request.erased_at && (
            <p className="mb-3">
              <Time value={request.erased_at} /> に消しました。
            </p>
          )}
          {request.obstacle && <p className="mb-3 text-danger">{request.obstacle}</p>}
          {isWorking && mayWrite ? <Erase request={request} /> : <WaitNotice isWorking={isWorking} />}
        </Section>
      )}
    </>
  )
}

const WaitNotice = ({ isWorking }: { isWorking: boolean }) => (
  <p className="text-muted text-xs">
    {isWorking ? 'この操作には権限が必要です。' : 'ご本人を確かめ、状態を「対応中」にすると使えます。'}
  </p>
)

function Export({ id }: { id: number }) {
  const [with_guest_records, setWithGuest] = useState(false)
  const { act, isBusy, refusal } = useAction()
  return (
    <>
      {refusal && (
        <p role="alert" className="mb-3 text-danger">
          {refusal}
        </p>
      )}
      <Checkbox isOn={with_guest_records} onChange={setWithGuest}>
        ログインせずに残されたお問い合わせ・カート・再入荷のお知らせも入れる
      </Checkbox>
      <p className="mt-1 mb-4 text-muted text-xs">メールアドレスがご本人のものと確かめた場合だけ、選んでください。</p>
      <Button
        isBusy={isBusy}
        onClick={() =>
          void act(() => download('POST /admin/v1/privacy-requests/{id}/export', { with_guest_records }, { id }))
        }
      >
        個人情報をファイルにする
      </Button>
    </>
  )
}

function Erase({ request: { id, obstacle, customer_id, erased_at } }: { request: PrivacyRequestDetail }) {
  const [isOpen, setOpen] = useState(false)
  const [with_guest_records, setWithGuest] = useState(false)
  const { act, isBusy, refusal } = useAction()
  const erase = () =>
    act(async () => {
      const { erased, kept } = await api('POST /admin/v1/privacy-requests/{id}/erase', {
        params: { id },
        body: { with_guest_records },
      })
      setOpen(false)
      toast(
        kept.length === 0
          ? `個人情報を消しました(注文${erased}件)`
          : `個人情報を消しました(注文${erased}件、残したもの ${kept.join('、')})`,
      )
    })
  return (
    <>
      <Button look="danger" disabled={obstacle !== null} onClick={() => setOpen(true)}>
        個人情報を消す
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="個人情報を消しますか?">
        <p className="mb-4">
          会員番号 {customer_id} の方は退会になり、どなたかが分かる記録を消します。元には戻せません。
        </p>
        {erased_at === null && (
          <>
            <Checkbox isOn={with_guest_records} onChange={setWithGuest}>
              ログインせずに残されたお問い合わせ・カート・再入荷のお知らせも消す
            </Checkbox>
            <p className="mt-1 mb-4 text-muted text-xs">
              メールアドレスがご本人のものと確かめた場合だけ、選んでください。対応の済んでいないお問い合わせは残ります。あとから選ぶことはできません。
            </p>
          </>
        )}
        {refusal && (
          <p role="alert" className="mb-4 text-danger">
            {refusal}
          </p>
        )}
        <Button look="danger" isBusy={isBusy} onClick={() => void erase()}>
          消す
        </Button>
      </Dialog>
    </>
  )
}
