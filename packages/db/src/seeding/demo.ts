import type { Tx } from '../connect.ts'
import { addCatalogue } from './demo/catalogue.ts'
import { addContents } from './demo/contents.ts'
import { addDelivery } from './demo/delivery.ts'
import { addMembers } from './demo/members.ts'
import { addShipping } from './demo/shipping.ts'
import { addShops } from './demo/shops.ts'
import { addStory } from './demo/story.ts'
import { addWorries } from './demo/worries.ts'

/** Replaces the empty shop by 椿野, and adds its wholesale counter, with goods, texts and members. */
export async function fillDemo(tx: Tx): Promise<void> {
  await addShops(tx)
  await addDelivery(tx)
  await addShipping(tx)
  await addCatalogue(tx)
  await addContents(tx)
  await addStory(tx)
  await addWorries(tx)
  await addMembers(tx)
}
