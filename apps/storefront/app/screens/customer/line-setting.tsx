import { useState } from 'react'
import { Link } from 'react-router'
import { quietApi } from '../../api.ts'
import { usePress } from '../../line/use-press.ts'
import { changeCustomer } from '../../state/auth.ts'
import { environment } from '../../state/environment.ts'
import { toast } from '../../state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

interface LineSettingProps {
  isLinked: boolean
  onChanged: () => void
}

const look = 'text-link inline-flex min-h-tap items-center text-sm'

/** LINE連携: link, or unlink after a confirmation. */
export function LineSetting({ isLinked, onChanged }: LineSettingProps) {
  const [isAsking, setAsking] = useState(false)
  const isUsed = environment()?.line_requirement !== 'none'
  const unlink = usePress(async () => {
    await quietApi('DELETE /v1/common/social/line')
    changeCustomer(await quietApi('POST /v1/common/me'))
    setAsking(false)
    toast('LINE連携を解除しました')
    onChanged()
  })
  if (!isLinked)
    return isUsed ? (
      <Link to="/line-link" aria-label="LINEと連携する" className={look}>
        連携する
      </Link>
    ) : null
  return (
    <>
      <button type="button" aria-label="LINE連携を解除する" className={look} onClick={() => setAsking(true)}>
        解除する
      </button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="LINE連携の解除"
        actions={
          <>
            <Button look="secondary" onClick={() => setAsking(false)}>
              連携を続ける
            </Button>
            <Button pending={unlink.isPending} onClick={unlink.press}>
              連携を解除する
            </Button>
          </>
        }
      >
        <div className="grid gap-3 text-sm">
          {unlink.problem && (
            <Notice tone="danger" role="alert">
              {unlink.problem.message}
            </Notice>
          )}
          <p>これからは、メールアドレスとパスワードでログインしてください。</p>
          <ul className="list-disc pl-5">
            <li>LINEでログインしているほかの端末は、ログアウトされます。</li>
            <li>ご注文や定期便のお知らせは、メールでお送りします。</li>
            {environment()?.line_requirement === 'required' && <li>次のご購入には、あらためて連携が必要です。</li>}
            <li>いつでも連携し直せます。</li>
          </ul>
        </div>
      </Dialog>
    </>
  )
}
