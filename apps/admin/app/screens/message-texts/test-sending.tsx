import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { type FieldValues, type Path, useFormContext } from 'react-hook-form'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'

/** Sends the typed text, saved or not, to the signed-in operator. `send` returns the operator's address. */
export function TestSending<T extends FieldValues>({
  send,
}: {
  send: (typed: T) => Promise<{ email: string; over_line?: boolean }>
}) {
  const { getValues, setError } = useFormContext<T>()
  const [isBusy, setBusy] = useState(false)
  const sendTest = async () => {
    setBusy(true)
    try {
      const { email, over_line } = await send(getValues())
      toast(over_line ? `${email} の会員につながるLINEに送りました` : `${email} に送りました`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const { path, message } of error.fields) setError(path as Path<T>, { message })
      if (error.fields.length === 0) toast(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button isBusy={isBusy} disabled={isBusy} onClick={() => void sendTest()}>
      自分に試しに送る
    </Button>
  )
}
