import { EditorContent, useEditor } from '@tiptap/react'
import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react'
import { extensions } from './extensions.ts'
import { cleanHtml, cleanPastedHtml, normalizeThroughEditor } from './tidy.ts'
import { Toolbar } from './toolbar.tsx'

interface EditorProps {
  html: string
  onChange(html: string): void
  isReadOnly: boolean
  /** Attributes that link it to its label, hint and error. */
  tied: { 'aria-labelledby': string; 'aria-invalid': boolean; 'aria-describedby': string }
  handle: Ref<{ focus(): void }>
  /** Shown instead of the editor for HTML that it can't show. */
  children: ReactNode
}

/**
 * WYSIWYG editor by Tiptap. Its output is the same plain HTML that the form stores. Loaded with the first such field.
 */
export default function RichTextEditor(props: EditorProps) {
  const [initial] = useState(() => ({ html: props.html, normalized: normalizeThroughEditor(props.html) }))
  return initial.normalized === null ? props.children : <EditorWithToolbar {...props} initial={initial} />
}

/**
 * `initial`: the original HTML, and the same as the editor writes it. If both match again,
 * for example after undo, the form has no change.
 */
function EditorWithToolbar({
  initial,
  onChange,
  isReadOnly,
  tied,
  handle,
}: EditorProps & { initial: { html: string; normalized: string | null } }) {
  const editor = useEditor({
    extensions,
    content: initial.html,
    editable: !isReadOnly,
    onUpdate: ({ editor }) => {
      const now = cleanHtml(editor.getHTML())
      onChange(now === initial.normalized ? initial.html : now)
    },
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        class: 'rich-text min-h-60 p-3 outline-none',
        ...Object.fromEntries(Object.entries(tied).map(([name, value]) => [name, String(value)])),
      },
    },
  })
  useImperativeHandle(handle, () => ({ focus: () => editor.commands.focus() }), [editor])
  return (
    <div className="rounded-base border border-edge bg-surface focus-within:border-ink">
      {!isReadOnly && <Toolbar editor={editor} />}
      <EditorContent editor={editor} className="max-h-[70dvh] overflow-y-auto" />
    </div>
  )
}
