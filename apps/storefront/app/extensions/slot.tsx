import { Component, type ComponentType, type ReactNode, Suspense } from 'react'
import type { Block, SlotName, Slots } from './block.ts'
import type { LoadedBlocks } from './load-blocks.ts'
import { blocks } from './registered.ts'

type SlotProps<S extends SlotName> = Slots[S] & { name: S; loaded: LoadedBlocks | undefined; all?: readonly Block[] }

/** Renders the blocks of a slot. A block that throws while rendering is left out; the rest of the page stays. */
export function Slot<S extends SlotName>({ name, loaded, all = blocks, ...slotProps }: SlotProps<S>) {
  if (!loaded) return null
  return all
    .filter((one) => one.slot === name && one.name in loaded)
    .map(({ name: key, Component: BlockComponent }) => (
      <BlockBoundary key={key}>
        <Suspense fallback={null}>
          <ExtensionBlock Drawn={BlockComponent as ComponentType<object>} given={{ ...slotProps, data: loaded[key] }} />
        </Suspense>
      </BlockBoundary>
    ))
}

/** Its name in the component stack marks an error as one of a block. */
function ExtensionBlock({ Drawn, given }: { Drawn: ComponentType<object>; given: object }) {
  return <Drawn {...given} />
}
ExtensionBlock.displayName = 'ExtensionBlock'

/** Whether a rendering error on the server came from a block. Then the page itself is still valid. */
export const isOfBlock = (componentStack: string | undefined): boolean =>
  /\bExtensionBlock\b/.test(componentStack ?? '')

/** The error boundary for the browser. */
class BlockBoundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render = () => (this.state.hasFailed ? null : this.props.children)
}
