import { Toolbar as Base } from '@base-ui/react/toolbar'
import { type Editor, useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { cx } from '../cx.ts'
import { LinkForm, PictureForm, PromiseForm } from './insert.tsx'

interface Tool {
  label: string
  /** The format is active at the cursor. */
  isOn?: boolean
  run(): void
}

/** 書式: labels instead of icons, because operators would have to learn the icons. */
export function Toolbar({ editor }: { editor: Editor }) {
  const [asked, setAsked] = useState<'link' | 'picture' | 'promise' | null>(null)
  useEditorState({ editor, selector: ({ transactionNumber }) => transactionNumber })
  const chain = () => editor.chain().focus()
  // Inserts after the selection instead of replacing it.
  const insertBelow = () => chain().setTextSelection(editor.state.selection.to)
  const heading = (level: 2 | 3, label: string): Tool => ({
    label,
    isOn: editor.isActive('heading', { level }),
    run: () => chain().toggleHeading({ level }).run(),
  })
  const table = { rows: 3, cols: 2, withHeaderRow: true }
  const groups: Tool[][] = [
    [
      heading(2, '見出し'),
      heading(3, '小見出し'),
      { label: '太字', isOn: editor.isActive('bold'), run: () => chain().toggleBold().run() },
    ],
    [
      { label: 'リンク', isOn: editor.isActive('link'), run: () => setAsked('link') },
      { label: '写真', run: () => setAsked('picture') },
      { label: '決まりの差し込み', run: () => setAsked('promise') },
    ],
    [
      { label: '箇条書き', isOn: editor.isActive('bulletList'), run: () => chain().toggleBulletList().run() },
      { label: '番号付き', isOn: editor.isActive('orderedList'), run: () => chain().toggleOrderedList().run() },
      { label: '引用', isOn: editor.isActive('blockquote'), run: () => chain().toggleBlockquote().run() },
    ],
    [
      { label: '項目と説明', run: () => insertBelow().insertContent(newEntry).run() },
      { label: '表', run: () => insertBelow().insertTable(table).run() },
      { label: '区切り線', run: () => insertBelow().setHorizontalRule().run() },
    ],
    [
      { label: '元に戻す', run: () => chain().undo().run() },
      { label: 'やり直す', run: () => chain().redo().run() },
    ],
    ...(editor.isActive('table') ? [tableTools(editor)] : []),
    ...(editor.isActive('descriptionList') ? [listTools(editor)] : []),
  ]
  return (
    <>
      <Base.Root aria-label="文章の書式" className="flex flex-wrap gap-x-3 gap-y-1 border-line border-b px-2 py-1">
        {groups.map((tools) => (
          <Base.Group key={tools[0]!.label} className="flex flex-wrap">
            {tools.map(({ label, isOn, run }) => (
              <Base.Button
                key={label}
                aria-pressed={isOn}
                className={cx(
                  'tap min-h-8 rounded-base px-2 text-xs hover:bg-sand disabled:opacity-50',
                  isOn && 'bg-brass-tint font-medium',
                )}
                // The focus stays in the text, so that what is typed next stands where the format is.
                onMouseDown={(event) => event.preventDefault()}
                onClick={run}
              >
                {label}
              </Base.Button>
            ))}
          </Base.Group>
        ))}
      </Base.Root>
      {asked === 'link' && <LinkForm editor={editor} onClose={() => setAsked(null)} />}
      {asked === 'promise' && <PromiseForm editor={editor} onClose={() => setAsked(null)} />}
      {asked === 'picture' && <PictureForm editor={editor} onClose={() => setAsked(null)} />}
    </>
  )
}

const term = { type: 'descriptionTerm', content: [{ type: 'text', text: '項目' }] }
const details = {
  type: 'descriptionDetails',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: '説明' }] }],
}
const newEntry = { type: 'descriptionList', content: [term, details] }

const tableTools = (editor: Editor): Tool[] => {
  const chain = () => editor.chain().focus()
  return [
    { label: '行を足す', run: () => chain().addRowAfter().run() },
    { label: '行を消す', run: () => chain().deleteRow().run() },
    { label: '列を足す', run: () => chain().addColumnAfter().run() },
    { label: '列を消す', run: () => chain().deleteColumn().run() },
    { label: '表を消す', run: () => chain().deleteTable().run() },
  ]
}

/** Tools for a description list: add an entry below the cursor. */
const listTools = (editor: Editor): Tool[] => [
  {
    label: '項目を足す',
    run: () => {
      const { $from } = editor.state.selection
      const depth = Array.from({ length: $from.depth + 1 }, (_, n) => n).findLast(
        (n) => $from.node(n).type.name === 'descriptionList',
      )
      if (depth === undefined) return
      const list = $from.node(depth)
      let at = $from.after(depth + 1)
      for (let n = $from.index(depth) + 1; list.maybeChild(n)?.type.name === 'descriptionDetails'; n++)
        at += list.child(n).nodeSize
      editor
        .chain()
        .focus()
        .insertContentAt(at, [term, details])
        .setTextSelection(at + 1)
        .run()
    },
  },
]
