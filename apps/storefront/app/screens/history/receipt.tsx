import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { applyChanges, readFormDraft, writeFormDraft } from '../../state/form-draft.ts'
import { useCustomer } from '../../state/session.ts'
import { browserStorage } from '../../state/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Wording, wordingFailures } from './document-path.ts'
import { useDocument } from './use-document.ts'

interface ReceiptProps {
  order_no: string
  /** Number of receipts issued before. */
  issued: number
}

/** 領収書 with the member's own 宛名 and 但し書き. */
export function Receipt({ order_no, issued }: ReceiptProps) {
  const customer = useCustomer()
  const own = customer?.company_name || `${customer?.name01 ?? ''} ${customer?.name02 ?? ''}`.trim()
  const { wording, setWording, keepWording } = useWording(own)
  const { save, isPending, error } = useDocument(order_no, 'receipt')
  const { revalidate } = useRevalidator()
  const [wasPressed, setWasPressed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const failures = wasPressed ? wordingFailures(wording) : {}
  const errorOf = (field: keyof Wording) => failures[field] ?? error?.fields.find(({ path }) => path === field)?.message

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setWasPressed(true)
    const [wrong] = Object.keys(wordingFailures(wording))
    if (wrong) return form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    keepWording()
    // Reloads, because the screen must show that the next one is a 再発行.
    if (await save(wording)) await revalidate()
  }

  const field = (name: keyof Wording) => ({
    name,
    value: wording[name],
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      setWording({ ...wording, [name]: event.currentTarget.value }),
  })
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {error && error.fields.length === 0 && (
        <Notice tone="danger" role="alert">
          {error.message}
        </Notice>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          {...field('name')}
          label="領収書の宛名"
          required={false}
          hint={`「様」「御中」は自動で付きます。空欄の場合は「${own}」`}
        />
        <TextField {...field('proviso')} label="但し書き" required={false} hint="空欄の場合は「商品代」" />
      </div>
      <div className="grid justify-items-start gap-3">
        <Button type="submit" look="secondary" pending={isPending}>
          領収書(PDF)をダウンロードする
        </Button>
        {issued > 0 && (
          <p className="text-xs text-muted">
            これまでに{issued}回発行しました。あらためて発行すると「再発行」と記載されます。
          </p>
        )}
      </div>
    </form>
  )
}

/** 宛名 and 但し書き from the last time, because most members reuse them. */
function useWording(own: string) {
  const customer_id = useCustomer()?.id ?? 0
  const key = { name: 'receipt', customer_id }
  const [wording, setWording] = useState<Wording>(() =>
    applyChanges({ name: own, proviso: '' }, readFormDraft(browserStorage(), key, Date.now()) ?? {}),
  )
  return { wording, setWording, keepWording: () => writeFormDraft(browserStorage(), key, wording, Date.now()) }
}
