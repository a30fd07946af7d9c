import { Extension, Node } from '@tiptap/core'
import { Heading } from '@tiptap/extension-heading'
import { Image } from '@tiptap/extension-image'
import { TableHeader, TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'

/** `<dl>`: 項目と説明, as the 特商法 page has them. */
const DescriptionList = Node.create({
  name: 'descriptionList',
  group: 'block',
  content: '(descriptionTerm | descriptionDetails)+',
  parseHTML: () => [{ tag: 'dl' }],
  renderHTML: ({ HTMLAttributes }) => ['dl', HTMLAttributes, 0],
})

const DescriptionTerm = Node.create({
  name: 'descriptionTerm',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'dt' }],
  renderHTML: ({ HTMLAttributes }) => ['dt', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    // Enter moves from the term to its description.
    return {
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection
        if ($from.parent.type.name !== this.name) return false
        const after = $from.after()
        if (editor.state.doc.nodeAt(after)?.type.name === 'descriptionDetails')
          return editor.commands.setTextSelection(after + 2)
        const details = { type: 'descriptionDetails', content: [{ type: 'paragraph' }] }
        return editor
          .chain()
          .insertContentAt(after, details)
          .setTextSelection(after + 2)
          .run()
      },
    }
  },
})

const DescriptionDetails = Node.create({
  name: 'descriptionDetails',
  content: 'paragraph block*',
  defining: true,
  parseHTML: () => [{ tag: 'dd' }],
  renderHTML: ({ HTMLAttributes }) => ['dd', HTMLAttributes, 0],
})

/** Ids are the targets of links within a page. */
const Ids = Extension.create({
  name: 'ids',
  addGlobalAttributes: () => [
    { types: ['heading', 'listItem', 'descriptionTerm'], attributes: { id: { default: null, keepOnSplit: false } } },
  ],
})

/** The screen has its own h1, so the h1 of the page becomes an h2 that only looks like one. */
const Headings = Heading.extend({
  parseHTML() {
    return [{ tag: 'h2[data-level="1"]', attrs: { level: 1 } }, ...(this.parent?.() ?? [])]
  },
  renderHTML({ node, HTMLAttributes }) {
    const { level } = node.attrs
    return level === 1 ? ['h2', { ...HTMLAttributes, 'data-level': 1 }, 0] : [`h${level}`, HTMLAttributes, 0]
  },
}).configure({ levels: [1, 2, 3, 4] })

const Header = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), scope: { default: null } }
  },
})

/**
 * The elements of the shop's pages and no others: the server removes what it never serves (styles, scripts, frames).
 */
export const extensions = [
  StarterKit.configure({
    heading: false,
    link: {
      openOnClick: false,
      autolink: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  Headings,
  TableKit.configure({ tableHeader: false, table: { renderWrapper: false } }),
  Header,
  Image,
  DescriptionList,
  DescriptionTerm,
  DescriptionDetails,
  Ids,
]
