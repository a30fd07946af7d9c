import type { OrderDetail } from '@kushi/contract/admin/order'
import { Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

/** 社内メモ */
export function OrderNotes({ order: { notes } }: { order: OrderDetail }) {
  return (
    <Section title="メモ" lead="お店の人だけが見ます。">
      {notes.length === 0 && <p className="text-muted text-xs">メモはありません。</p>}
      <ul className="grid gap-2">
        {notes.map((note) => (
          <li key={note.id} className="rounded-base border border-brass bg-brass-tint px-3 py-2">
            <p className="text-muted text-xs">
              {note.operator_name}・<Time value={note.created_at} />
            </p>
            <p className="whitespace-pre-wrap">{note.body}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
