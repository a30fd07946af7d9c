import { useState } from 'react'
import { quietApi } from '../api.ts'
import { usePress } from '../line/use-press.ts'
import { useActing } from '../state/acting.ts'
import { useCustomer } from '../state/session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Asks a member who has not opened the link of their registration to do so; nothing waits for it. */
export function VerifyEmail() {
  const customer = useCustomer()
  const acting = useActing()
  const [isSent, setSent] = useState(false)
  const { press, isPending, problem } = usePress(async () => {
    await quietApi('POST /v1/customer/email/verification')
    setSent(true)
  })
  if (!customer || customer.email_verified_at !== null || acting) return null
  if (isSent)
    return (
      <Notice tone="leaf" role="status" title="確認のメールをお送りしました">
        メールのURLを開き、画面のボタンを押してください。届かないときは、迷惑メールのフォルダーもご確認ください。
      </Notice>
    )
  return (
    <Notice title="メールアドレスの確認がまだお済みではありません">
      <p>
        <span className="break-all font-medium">{customer.email}</span>{' '}
        にお送りしたメールのURLを開いてください。確認の前でも、お買い物はそのままお続けいただけます。
      </p>
      <p className="mt-3">
        <Button look="secondary" pending={isPending} onClick={press}>
          確認のメールをもう一度送る
        </Button>
      </p>
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem.message}
        </p>
      )}
    </Notice>
  )
}
