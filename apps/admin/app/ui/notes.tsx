import { formFor } from './form-for.ts'
import { Section } from './page.tsx'
import { Time } from './time.tsx'

const { Form, TextAreaField } = formFor<{ body: string }>()

interface NotesProps {
  notes: readonly { id: number; operator_name: string; created_at: string; body: string }[]
  mayWrite: boolean
  add(body: { body: string }): Promise<void>
  /** Text if there are no notes. */
  empty?: string
  look?: 'plain'
}

/** 社内メモ: internal notes of the operators. */
export function Notes({ notes, mayWrite, add, empty, look }: NotesProps) {
  return (
    <Section title="メモ" lead="お店の人だけが見ます。">
      {empty && notes.length === 0 && <p className="mb-3 text-muted text-xs">{empty}</p>}
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
        <Form
          key={notes[0]?.id ?? 0}
          values={{ body: '' }}
          submit="メモを付ける"
          {...(look && { look })}
          done="メモを付けました"
          save={add}
        >
          <TextAreaField name="body" label="新しいメモ" rows={2} maxLength={2000} />
        </Form>
      )}
    </Section>
  )
}
