import { ApiError } from '@kushi/contract/client'
import { DEVICE_CODE } from '@kushi/values/sign-in'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { bareApi } from '../api.ts'
import { usePress } from '../line/use-press.ts'
import { Button } from '../ui/button.tsx'
import DialogPopup from '../ui/dialog-popup.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'

const digits = (typed: string) => typed.normalize('NFKC').replace(/\D/g, '')

/**
 * 確認コード: sent when the dialog opens, typed here, and then the call that waits goes on. Closing the dialog ends the call
 * with the server's error; nothing that was typed elsewhere is lost.
 */
export default function DeviceDialog({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const id = useId()
  const [sent, setSent] = useState<{ to: string | null; isAgain: boolean } | null>(null)
  const [error, setError] = useState<string>()
  const code = useRef<HTMLInputElement>(null)
  const sending = usePress(async () => {
    setError(undefined)
    const { sent_to } = await bareApi('POST /v1/customer/device/code')
    setSent((before) => ({ to: sent_to, isAgain: before !== null }))
    code.current?.focus()
  })
  const confirming = usePress(async () => {
    const typed = digits(code.current?.value ?? '')
    if (typed.length !== DEVICE_CODE.digits) return refuse(`${DEVICE_CODE.digits}桁の数字を入力してください。`)
    setError(undefined)
    try {
      await bareApi('POST /v1/customer/device/confirm', { body: { device_code: typed } })
      answer(true)
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.fields.length === 0) throw failure
      refuse(failure.message)
    }
  })
  function refuse(message: string): void {
    setError(message)
    code.current?.focus()
  }
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) sending.press()
    isFirst.current = false
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirming.press()
  }
  const problem = sending.problem ?? confirming.problem
  return (
    <DialogPopup
      open
      onClose={() => answer(false)}
      title="確認コードの入力"
      actions={
        <>
          <Button look="secondary" pending={sending.isPending} onClick={sending.press}>
            コードをもう一度送る
          </Button>
          <Button type="submit" form={id} pending={confirming.isPending}>
            確認して続ける
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        <p>はじめてお使いの端末のため、ご本人であることを確かめます。</p>
        <p role="status">
          {sent ? (
            <>
              {sent.to === null ? 'LINEに' : <span className="break-all font-medium">{sent.to} </span>}
              {sent.to !== null && 'に'}、確認コードを{sent.isAgain ? 'もう一度' : ''}お送りしました。
              {DEVICE_CODE.minutes}分以内に入力してください。
            </>
          ) : (
            '確認コードをお送りしています。'
          )}
        </p>
        {problem && (
          <Notice tone="danger" role="alert">
            {problem.message}
          </Notice>
        )}
        <TextField
          ref={code}
          name="device_code"
          label={`確認コード(${DEVICE_CODE.digits}桁の数字)`}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="numeric max-w-40"
          normalize={digits}
          error={error}
        />
        <p className="text-sm text-muted">
          届かないときは、迷惑メールのフォルダーもご確認ください。一度確認した端末では、次からお尋ねしません。
        </p>
      </form>
    </DialogPopup>
  )
}
