/** Which folders of `src/` may import which, as `src/README.md` draws it. */
export interface ArrowTable {
  /**
   * Lines `a, b → c, d`, and `a ⇢ e` for what `a` reaches by dynamic import only (or for types, which
   * load nothing). A folder may have several. `main` is the file of that name.
   */
  readonly arrows: string;
  /** What a folder may import from beyond the repository, where that is not everything. */
  readonly outside: Readonly<Record<string, RegExp>>;
  /** The folders of the server from the top down; those with a comma between them are one step. */
  readonly server?: string;
}

/** The arrows of the architecture. */
export const ARCHITECTURE: ArrowTable = {
  arrows: `
    main → commands, terminal, flow, flags, render, profile, client
    main ⇢ bridge
    commands → terminal, flow, flags, render, profile, client
    commands ⇢ bridge, server, machine, demo
    terminal → render
    flow → client, sealing, profile
    bridge → client, profile, render
    server → sealing
    machine → sealing
    demo ⇢ server, machine
    main, commands, terminal, flow, flags, render, profile, client → contract, base
    bridge, server, machine, demo, sealing → contract, base
    contract → base
    base →
  `,
  outside: { contract: /^$/, base: /^node:/ },
  server: `
    http, mcp, openapi, machine-api, admin
    → statistics → hosted-urls → deliveries → jobs → secrets → commands → skills
    → machines → channels → alerts → issues → organisation → audit
    → catalogue, access, database
  `,
};

/** The arrows before the folders of the architecture exist. */
export const BEFORE_THE_MOVES: ArrowTable = {
  arrows: `
    main → commands, terminal, flow, flags, render, profile, client, disk, contract
    main ⇢ bridge
    commands → terminal, flow, flags, render, profile, client, disk, contract
    commands ⇢ server, machine, demo, bridge
    terminal → profile, render, client, contract
    flow → client, sealing, profile, disk, contract
    flags → contract
    client → disk, contract
    profile → disk, contract
    bridge → client, profile, render, disk, contract
    server → sealing, disk, contract
    machine → sealing, disk, contract
    demo → contract
    demo ⇢ server, machine
    sealing, render, disk → contract
    contract →
  `,
  outside: { contract: /^$/ },
};

/** The table that holds. */
export const ARROWS: ArrowTable = BEFORE_THE_MOVES;
