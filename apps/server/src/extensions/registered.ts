import type { Extension } from '@kushi/shop/foundation/extension/extension'

/** The extensions of this installation, in calling order; see docs/extensions.md. `stamp/` beside it is an example. */
export const extensions: readonly Extension[] = []
