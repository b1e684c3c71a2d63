import type { Client, Prompt, Resource } from '@modelcontextprotocol/client';

/** Time limit for a list, a prompt or a resource, in milliseconds. */
const patience = 30_000;

/** The most prompts and resources of one server, and their longest name or address. */
const mostListed = 1_000;
const longestName = 1_000;

type Ask = <Result>(request: (client: Client) => Promise<Result>) => Promise<Result>;

export type Offers = { prompts: readonly Prompt[]; resources: readonly Resource[] };

/** The prompts and resources of one server, listed on first use and again after they changed. */
export class ServerOffers {
  readonly #ask: Ask;
  #listed: Promise<Offers> | undefined;

  /** `ask` makes a request once the server can be used. */
  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Makes the next use list them anew. */
  forget(): void {
    this.#listed = undefined;
  }

  list(): Promise<Offers> {
    const listed = (this.#listed ??= this.#list());
    listed.catch(() => {
      if (this.#listed === listed) this.#listed = undefined;
    });
    return listed;
  }

  /** Returns a prompt's text, with labels for who says what unless all of it is the person's. */
  async prompt(name: string, args: Record<string, string>): Promise<string> {
    const { messages } = await this.#ask((client) =>
      client.getPrompt({ name, arguments: args }, { timeout: patience }),
    );
    const isDialog = messages.some(({ role }) => role === 'assistant');
    return messages
      .map(({ role, content }) => (isDialog ? `${role}: ${textOf(content)}` : textOf(content)))
      .join('\n\n');
  }

  /** Returns the text of a resource; other content is named. */
  async resource(uri: string): Promise<string> {
    const { contents } = await this.#ask((client) => client.readResource({ uri }, { timeout: patience }));
    return contents.map((resource) => textOf({ type: 'resource', resource })).join('\n\n');
  }

  #list(): Promise<Offers> {
    return this.#ask(listOffers);
  }
}

async function listOffers(client: Client): Promise<Offers> {
  const { prompts, resources } = client.getServerCapabilities() ?? {};
  const [listed, found] = await Promise.all([
    prompts === undefined
      ? []
      : client.listPrompts(undefined, { timeout: patience }).then((of) => of.prompts),
    resources === undefined
      ? []
      : client.listResources(undefined, { timeout: patience }).then((of) => of.resources),
  ]);
  return {
    prompts: listed.filter(({ name }) => name.length <= longestName).slice(0, mostListed),
    resources: found.filter(({ uri }) => uri.length <= longestName).slice(0, mostListed),
  };
}

type Content = Awaited<ReturnType<Client['getPrompt']>>['messages'][number]['content'];

function textOf(content: Content): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'image':
    case 'audio':
      return `[${content.mimeType}, which is not included]`;
    case 'resource_link':
      return `[Resource ${content.uri}: ${content.title ?? content.name}]`;
    case 'resource':
      return 'text' in content.resource
        ? content.resource.text
        : `[${content.resource.mimeType ?? 'Something that is no text'}, which is not included]`;
  }
}
