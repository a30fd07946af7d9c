import type { OrderDetail } from '@kushi/contract/admin/order'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

/** 社内メモ */
export function OrderNotes({ order: { id, notes } }: { order: OrderDetail }) {
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('order.write')
  return (
    <Section title="メモ" lead="お店の人だけが見ます。">
      {notes.length === 0 && <p className="mb-3 text-muted text-xs">メモはありません。</p>}
      <ul className="mb-3 grid gap-2">
        {notes.map((note) => (
          <li key={note.id} className="rounded-base border border-brass bg-brass-tint px-3 py-2">
            <p className="text-muted text-xs">
              {note.operator_name}・<Time value={note.created_at} />
            </p>
            <p className="whitespace-pre-wrap">{note.body}</p>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <Form<{ body: string }>
          key={notes[0]?.id ?? 0}
          values={{ body: '' }}
          submit="メモを付ける"
          look="plain"
          done="メモを付けました"
          save={async (body) => {
            await api('POST /admin/v1/orders/{id}/notes', { params: { id }, body })
            await revalidate()
          }}
        >
          <TextAreaField name="body" label="新しいメモ" rows={2} maxLength={2000} />
        </Form>
      )}
    </Section>
  )
}
