import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'

interface EmailSentProps {
  email: string
  onAgain: () => void
}

/** The mail is on its way: what to do now, and what to do when it doesn't come. */
export function EmailSent({ email, onAgain }: EmailSentProps) {
  useEffect(() => {
    // The path stays the same and the button that was pressed is gone, so the focus has to be moved here.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }, [])
  return (
    <div className="grid gap-6">
      <Notice tone="leaf" role="status" title="確認のメールをお送りしました">
        <p>
          <span className="break-all font-medium">{email}</span>{' '}
          に届くメールのURLを、1時間以内に開いてください。開いた画面のボタンを押すと変更が完了します。ほかの端末で開いても構いません。それまでは、いまのメールアドレスをそのままお使いいただけます。
        </p>
      </Notice>
      <div className="text-sm">
        <h2 className="text-base">メールが届かないとき</h2>
        <ul className="list-disc pl-5">
          <li>迷惑メールのフォルダーをご確認ください。</li>
          <li>アドレスに間違いがないかお確かめのうえ、もう一度お送りください。前のURLは使えなくなります。</li>
        </ul>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/mypage/customer">会員情報へ戻る</ButtonLink>
        <Button look="secondary" onClick={onAgain}>
          もう一度送る
        </Button>
      </div>
    </div>
  )
}
