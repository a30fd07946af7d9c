import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { api } from '../../api.ts'
import type { Values } from './values.ts'

const PAUSE_MS = 300
interface Shown extends Values {
  order_no: string | null
}

/** What a customer would get, as soon as the typing pauses. */
export function Preview({ kind, isLine }: { kind: string; isLine: boolean }) {
  const { subject, body } = useFormContext<Values>().watch()
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const given = { params: { kind }, body: { subject, body } }
      const answer = await api('POST /admin/v1/message-texts/{kind}/preview', given).catch(() => null)
      if (isCurrent && answer) setShown(answer)
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [kind, subject, body])
  return (
    <section aria-label="プレビュー" className="mb-4 min-w-0">
      <p className="mb-1 font-medium text-xs">お客様に届く形</p>
      <div className="rounded-base border border-line bg-surface">
        <p className="border-line border-b px-4 py-2 font-medium">{shown?.subject}</p>
        <p className="min-h-[80px] whitespace-pre-wrap px-4 py-3">{shown?.body}</p>
      </div>
      <p className="mt-1 text-muted text-xs">
        {shown?.order_no
          ? `いちばん新しいご注文(${shown.order_no})の内容で表示しています。注文にない項目は見本です。`
          : '見本の内容で表示しています。'}
        {isLine && '実際のカードには、この下に表とボタンが付きます。'}
      </p>
    </section>
  )
}
