import { Component, type ComponentType, type ReactNode, Suspense } from 'react'
import type { Block, SlotName, Slots } from './block.ts'
import type { LoadedBlocks } from './load-blocks.ts'
import { blocks } from './registered.ts'

type SlotProps<S extends SlotName> = Slots[S] & { name: S; loaded: LoadedBlocks | undefined; all?: readonly Block[] }

/** The blocks that stand here. One that throws while it is drawn is left out, and the page around it stays. */
export function Slot<S extends SlotName>({ name, loaded, all = blocks, ...given }: SlotProps<S>) {
  if (!loaded) return null
  return all
    .filter((one) => one.slot === name && one.name in loaded)
    .map(({ name: key, Component: Drawn }) => (
      <LeftOut key={key}>
        <Suspense fallback={null}>
          <ExtensionBlock Drawn={Drawn as ComponentType<object>} given={{ ...given, data: loaded[key] }} />
        </Suspense>
      </LeftOut>
    ))
}

/** Its name tells an error of a block from one of the page. */
function ExtensionBlock({ Drawn, given }: { Drawn: ComponentType<object>; given: object }) {
  return <Drawn {...given} />
}
ExtensionBlock.displayName = 'ExtensionBlock'

/** Whether what failed on the server stands in a block: then the page is as good as any. */
export const isOfBlock = (componentStack: string | undefined): boolean =>
  /\bExtensionBlock\b/.test(componentStack ?? '')

/** In the browser. */
class LeftOut extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render = () => (this.state.hasFailed ? null : this.props.children)
}
