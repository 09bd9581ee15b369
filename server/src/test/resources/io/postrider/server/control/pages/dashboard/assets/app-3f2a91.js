console.log("the tests");
